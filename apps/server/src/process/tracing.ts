import { context, trace } from '@opentelemetry/api';

/** Where traces go. */
export interface Collector {
  /** The collector's address; spans are posted to `/v1/traces` below it. */
  readonly url: string;
  /** What `authorization` says to it. */
  readonly authorization?: string | undefined;
}

/** Sends traces by OTLP over HTTP from now on. The libraries are loaded here, only where traces are wanted. */
export async function startTracing({ url, authorization }: Collector): Promise<{ close(): Promise<void> }> {
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: 2_000,
    headers: authorization === undefined ? {} : { authorization },
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'alo' }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async close() {
      trace.disable();
      context.disable();
      // What is on the way is sent; a collector that is away costs it.
      await provider.shutdown().catch(() => undefined);
    },
  };
}
