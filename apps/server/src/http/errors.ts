import type { FastifyInstance } from 'fastify';

import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { Problem } from '../kernel/problem.ts';
import { answerProblem } from './serve.ts';

/** Turns a thrown error into a problem answer, and logs faults of ours. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (problem.code === 'unavailable') request.log.warn({ err: error }, 'request refused for now');
    return answerProblem(problem, request, reply);
  });
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) return Problem.unavailable();
  // Fastify's own refusals carry a status; its texts are for developers.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return Problem.tooLarge();
  if (status === 415) return Problem.unsupportedMediaType();
  if (status === 503) return Problem.unavailable();
  return status >= 400 && status < 500 ? Problem.badRequest() : Problem.internal();
}
