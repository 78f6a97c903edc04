import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What a recogniser was sent: a form as OpenAI's transcriptions have it, and what is really heard in its sound. */
export interface HeardVoice {
  readonly model: string;
  readonly language: string;
  readonly format: string;
  readonly granularities: readonly string[];
  readonly authorization: string;
  readonly channels: number;
  readonly seconds: number;
  /** From the first to the last moment at which anything is loud, in seconds; undefined where nothing is. */
  readonly loud: readonly [from: number, to: number] | undefined;
  /** How high its sound is while it is loud, by how often it goes through zero. */
  readonly hertz: number;
}

/** What it answers: sentences with their seconds, or whatever a recogniser that is broken says. */
export type RecogniserScript = (heard: HeardVoice, nth: number) => object | ((response: ServerResponse) => unknown);

/**
 * A recogniser that understands nothing and says what its script says of the sound that it really got. It speaks as the transcription API of
 * OpenAI does, so that what sends it something cannot tell the difference.
 */
export async function scriptedRecogniser(script: RecogniserScript) {
  const heard: HeardVoice[] = [];
  let says = script;
  const server = createServer((request, response) => {
    void answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
    async function answer(): Promise<void> {
      const body = await buffer(request);
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const file = form.get('file');
      if (!(file instanceof Blob)) throw new Error('There is no file in the form.');
      const voice: HeardVoice = {
        model: textsOf(form, 'model').join(' '),
        language: textsOf(form, 'language').join(' '),
        format: textsOf(form, 'response_format').join(' '),
        granularities: textsOf(form, 'timestamp_granularities[]'),
        authorization: request.headers.authorization ?? '',
        ...soundOf(Buffer.from(await file.arrayBuffer())),
      };
      heard.push(voice);
      const said = says(voice, heard.length);
      if (typeof said === 'function') said(response);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    host,
    url: `http://${host}/v1/audio/transcriptions`,
    heard: heard as readonly HeardVoice[],
    /** Another script from now on. */
    says(next: RecogniserScript): void {
      says = next;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const textsOf = (form: FormData, name: string) => form.getAll(name).filter((value) => typeof value === 'string');

const loudest = 1_000;

function soundOf(wav: Buffer): Pick<HeardVoice, 'channels' | 'seconds' | 'loud' | 'hertz'> {
  const isWav = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 36, 40) === 'data';
  if (!isWav) throw new Error('The file is no WAV.');
  const [channels, rate] = [wav.readUInt16LE(22), wav.readUInt32LE(24)];
  const samples = (wav.length - 44) / 2;
  const sampleAt = (at: number) => wav.readInt16LE(44 + at * 2);
  const places: number[] = [];
  for (let at = 0; at < samples; at += 1) if (Math.abs(sampleAt(at)) > loudest) places.push(at);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  let crossings = 0;
  for (let at = first + 1; at <= last; at += 1) if (sampleAt(at - 1) < 0 !== sampleAt(at) < 0) crossings += 1;
  return {
    channels,
    seconds: samples / rate / channels,
    loud: last === first ? undefined : [first / rate, last / rate],
    hertz: last === first ? 0 : (crossings / 2 / (last - first)) * rate,
  };
}
