import { wavOfBlob } from './wav-of-blob.ts';

/** Something that is being said. */
export interface Take {
  /** What was said, as a WAV. Rejects where the browser cannot read its own recording. */
  stop(): Promise<File>;
  drop(): void;
}

/** A microphone that is open, for as many takes as are wanted. */
export interface Microphone {
  /** Ready as soon as it answers: what is said from then on is in it. */
  record(): Promise<Take>;
  close(): void;
}

/** Rejects where there is none, or none that this page may use. */
export async function openMicrophone(audio: MediaTrackConstraints | true = true): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  let running: Take | undefined;
  return {
    async record() {
      running = await take(stream);
      return running;
    },
    close() {
      running?.drop();
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

async function take(stream: MediaStream): Promise<Take> {
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const begun = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }));
  const over = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start();
  await begun;
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    async stop() {
      end();
      await over;
      return wavOfBlob(new Blob(pieces, { type: recorder.mimeType }));
    },
    drop: end,
  };
}
