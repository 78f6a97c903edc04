import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a writer of summaries was sent: a chat as OpenAI's completions have it. */
export interface SentWords {
  readonly authorization: string;
  readonly model: string;
  /** The numbered lines. */
  readonly lines: readonly string[];
  /** All of it, as it came. */
  readonly whole: string;
}

interface WrittenSentence {
  readonly text: string;
  readonly lines: readonly number[];
}

/** What it answers: sentences, a text in their place, or whatever a writer that is broken says. */
export type WriterScript = (
  sent: SentWords,
) => readonly WrittenSentence[] | string | ((response: ServerResponse) => unknown);

/**
 * A writer of summaries that understands nothing and says what its script says. It speaks as OpenAI's chat completions do, so that what sends it something
 * cannot tell the difference.
 */
export async function scriptedSummaryWriter(script: WriterScript) {
  const sent: SentWords[] = [];
  let says = script;
  const server = createServer((request, response) => {
    void answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
    async function answer(): Promise<void> {
      const whole = await text(request);
      const words = wordsIn(whole, request.headers.authorization ?? '');
      sent.push(words);
      const said = says(words);
      if (typeof said === 'function') return void said(response);
      const content = typeof said === 'string' ? said : JSON.stringify({ sentences: said });
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    host,
    url: `http://${host}/v1/chat/completions`,
    sent: sent as readonly SentWords[],
    /** Another script from now on. */
    says(next: WriterScript): void {
      says = next;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

function wordsIn(whole: string, authorization: string): SentWords {
  const { model, messages }: { model: string; messages: readonly { role: string; content: string }[] } =
    JSON.parse(whole);
  const lines = messages.find(({ role }) => role === 'user')?.content.split('\n') ?? [];
  return { authorization, model, lines, whole };
}
