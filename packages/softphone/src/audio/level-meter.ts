/** How often a level is given: often enough for a bar to follow speech. */
const everyMs = 66;

/**
 * Shows that a microphone hears: calls back with its loudness, 0 (silence) to 1, until the returned function is called.
 * Rejects where the microphone cannot be used (none, refused, taken).
 */
export async function meterMicrophone(deviceId: string | null, onLevel: (level: number) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: deviceId === null ? true : { deviceId: { ideal: deviceId } },
  });
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 1024;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(loudness(samples));
  }, everyMs);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void audio.close();
  };
}

/** Root mean square on a scale of decibels: −60 dB and below is 0, full scale is 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length || 1e-9);
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}
