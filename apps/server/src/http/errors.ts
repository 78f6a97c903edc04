import type { FastifyInstance } from 'fastify';

import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { TooManyWaiting } from '../kernel/fair-places.ts';
import { PackagesReplaced } from '../kernel/packages-replaced.ts';
import { Problem } from '../kernel/problem.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import { answerProblem } from './serve.ts';

/** Turns a thrown error into a problem answer, when it may be told, and logs faults of ours. */
export function answerErrors(app: FastifyInstance, mayTell: (problem: Problem) => Promise<void>): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = problemOf(error);
    request.problem = problem;
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (problem.code === 'unavailable') request.log.warn({ err: error }, 'request refused for now');
    await mayTell(problem);
    return answerProblem(problem, request, reply);
  });
}

const tooMuchSeconds = 2;
const tooMuchWords = 'Công ty bạn đang có quá nhiều yêu cầu cùng lúc, vui lòng thử lại sau giây lát';

/** What a thrown error is to whoever asked: a refusal, or that it was our fault. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TooManyWaiting) return Problem.tooManyRequests(tooMuchSeconds, tooMuchWords);
  if (error instanceof DatabaseUnavailable) return Problem.unavailable();
  // It takes longer to come back than a database.
  if (error instanceof StorageUnavailable || error instanceof PackagesReplaced) return Problem.unavailable(30);
  // Fastify's own refusals carry a status; its texts are for developers.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return Problem.tooLarge();
  if (status === 415) return Problem.unsupportedMediaType();
  if (status === 503) return Problem.unavailable();
  return status >= 400 && status < 500 ? Problem.badRequest() : Problem.internal();
}
