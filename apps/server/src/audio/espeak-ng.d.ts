/** What is used of the package, which has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface Speaker {
    set_voice(name: string): void;
    set_rate(wordsPerMinute: number): void;
    synthesize(text: string, onPiece: (piece: Int16Array | null) => void): void;
  }
  export default function open(): Promise<{ eSpeakNGWorker: new () => Promise<Speaker> & Speaker }>;
}
