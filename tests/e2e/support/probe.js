/**
 * Runs in the page before anything else: remembers every peer connection, so that a story can ask the browser itself
 * what was received. The product knows nothing of it.
 */
(() => {
  const connections = [];
  const Browsers = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Browsers {
    constructor(...given) {
      super(...given);
      connections.push(this);
    }
  };

  /** The audio received by the newest connection that is not closed; null without one. */
  window.receivedAudio = async () => {
    const connection = connections.findLast((each) => each.connectionState !== 'closed');
    if (!connection) return null;
    const stats = await connection.getStats();
    for (const entry of stats.values()) {
      if (entry.type !== 'inbound-rtp' || entry.kind !== 'audio') continue;
      const { packetsReceived = 0, packetsLost = 0, totalAudioEnergy = 0, totalSamplesDuration = 0 } = entry;
      const { concealedSamples = 0, totalSamplesReceived = 1 } = entry;
      const concealed = (concealedSamples / totalSamplesReceived) * totalSamplesDuration;
      const [energy, seconds] = [totalAudioEnergy, totalSamplesDuration];
      const codec = stats.get(entry.codecId)?.mimeType ?? '';
      return { packetsReceived, packetsLost, energy, seconds, concealed, codec };
    }
    return null;
  };

  /** Of whose connection we listen, and where its sound comes together. */
  let ear;

  /** The last two seconds of what the newest connection brought: 16-bit samples at 8 kHz in base64; null without one. */
  window.lastHeard = async () => {
    const connection = connections.findLast((each) => each.connectionState !== 'closed');
    const track = connection?.getReceivers().find((each) => each.track.kind === 'audio')?.track;
    if (!track) return null;
    if (ear?.track !== track) {
      await ear?.context.close();
      const context = new AudioContext({ sampleRate: 8_000 });
      const analyser = new AnalyserNode(context, { fftSize: 16_384 });
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      await context.resume();
      ear = { track, context, analyser };
    }
    const heard = new Float32Array(ear.analyser.fftSize);
    ear.analyser.getFloatTimeDomainData(heard);
    const samples = Int16Array.from(heard, (each) => Math.max(-1, Math.min(1, each)) * 32_767);
    return btoa(Array.from(new Uint8Array(samples.buffer), (byte) => String.fromCharCode(byte)).join(''));
  };

  /** What the page plays: whether its hidden audio element runs. */
  window.playsAudio = () => {
    const element = document.querySelector('audio#remote-audio');
    return Boolean(element?.srcObject) && !element.paused;
  };
})();
