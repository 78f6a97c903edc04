import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at the terminal without showing what is typed; elsewhere the first line that comes is the answer. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY;
  if (isTerminal) stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal });
  try {
    return await Promise.race([
      lines.question(''),
      new Promise<string>((answer) => lines.once('close', () => answer(''))),
    ]);
  } finally {
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}
