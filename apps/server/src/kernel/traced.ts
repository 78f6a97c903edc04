import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

import { Problem } from './problem.ts';

/** Does nothing until a collector is configured; see `startTracing`. */
const tracer = trace.getTracer('alo');

/**
 * Does something as a step of a trace. What a step says of itself is chosen here and at its callers: patterns, kinds and ids, never what
 * somebody typed or a number; of an error its kind, for its words may quote both.
 */
export const traced = <T>(
  name: string,
  attributes: Attributes,
  work: (span: Pick<Span, 'setAttributes'>) => Promise<T>,
) =>
  tracer.startActiveSpan(name, { attributes }, async (span): Promise<T> => {
    try {
      return await work(span);
    } catch (error) {
      const refusal = error instanceof Problem ? error : undefined;
      span.setAttribute('error.type', refusal?.code ?? (error instanceof Error ? error.name : 'unknown'));
      // What was refused as it should be is no failure of ours.
      if ((refusal?.status ?? 500) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });

/** Notes a step that takes no time, where a trace is being made. */
export function traceStep(name: string, attributes: Attributes): void {
  if (trace.getActiveSpan() !== undefined) tracer.startSpan(name, { attributes }).end();
}
