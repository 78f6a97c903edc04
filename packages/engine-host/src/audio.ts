/** Sound as files and samples: what an engine plays and records, whichever carries the calls. */
export { FRAME_MS, FRAME_SAMPLES, type PcmClip, SAMPLE_RATE } from './audio/pcm.ts';
export { toneFile } from './audio/tone-file.ts';
export { tone } from './audio/tones.ts';
export { WAV_HEADER, wavHeader } from './audio/wav-header.ts';
