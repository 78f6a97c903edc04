/** Mono, 8 kHz, 16 bits. */
export type PcmClip = Int16Array<ArrayBuffer>;

export const SAMPLE_RATE = 8000;
export const FRAME_MS = 20;
/** Samples of one 20 ms frame at 8 kHz. */
export const FRAME_SAMPLES = 160;
