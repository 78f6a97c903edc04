import { messages, type ProblemBody, type ProblemCode, problemBody } from '@alo/contract';
import type { z } from 'zod';

/** A request that did not succeed, as the server explained it. `status` 0: no answer came at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly body: ProblemBody;

  constructor(status: number, body: ProblemBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }

  get code(): string {
    return this.body.code;
  }

  /** What a person quotes to support. */
  get requestId(): string {
    return this.body.request_id;
  }

  /** From an answer that is not 2xx, however little of it can be read. */
  static of(status: number, body: unknown): ApiProblem {
    const parsed = problemBody.safeParse(body);
    return new ApiProblem(
      status,
      parsed.success ? parsed.data : problemBody.parse({ code: 'internal', message: messages.generic }),
    );
  }

  /** Nobody answered. */
  static offline(): ApiProblem {
    return new ApiProblem(
      0,
      problemBody.parse({ code: 'offline', message: 'Không kết nối được máy chủ. Hãy kiểm tra mạng rồi thử lại.' }),
    );
  }
}

/** Whether the server has said what became of a request: one that nobody answered, or only a proxy, may have been done. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** What to tell a person about anything that was thrown, and the code to quote. */
export const explain = (error: unknown): { text: string; code: string } =>
  error instanceof ApiProblem ? { text: error.message, code: error.requestId } : { text: messages.generic, code: '' };

/** What a refusal is about, where it is that one: of a conflict, what somebody else has saved meanwhile. */
export const currentIn = <Row>(error: unknown, row: z.ZodType<Row>, code: ProblemCode = 'conflict'): Row | undefined =>
  error instanceof ApiProblem && error.code === code ? row.safeParse(error.body.current).data : undefined;

/** What the server said of single fields; undefined where what was thrown is about none of them. */
export const mistakesToldBy = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiProblem && Object.keys(error.body.fields).length > 0 ? error.body.fields : undefined;
