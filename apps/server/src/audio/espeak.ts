import openEspeak from '@echogarden/espeak-ng-emscripten';

/** Samples a second that the voice speaks in. */
export const speechRate = 22_050;
/** Words a minute. */
const pace = 145;

/** Has eSpeak NG say a text. */
export async function speak(text: string, voice: string): Promise<Int16Array> {
  const { eSpeakNGWorker: Speaker } = await openEspeak();
  const speaker = await new Speaker();
  speaker.set_voice(voice);
  speaker.set_rate(pace);
  const pieces: Int16Array[] = [];
  speaker.synthesize(text, (piece) => void pieces.push(Int16Array.from(piece ?? [])));
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  pieces.reduce((at, piece) => {
    whole.set(piece, at);
    return at + piece.length;
  }, 0);
  return whole;
}
