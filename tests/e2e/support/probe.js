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
    for (const entry of (await connection.getStats()).values()) {
      if (entry.type !== 'inbound-rtp' || entry.kind !== 'audio') continue;
      const { packetsReceived = 0, packetsLost = 0, totalAudioEnergy = 0, totalSamplesDuration = 0 } = entry;
      const { concealedSamples = 0, totalSamplesReceived = 1 } = entry;
      const concealed = (concealedSamples / totalSamplesReceived) * totalSamplesDuration;
      return { packetsReceived, packetsLost, energy: totalAudioEnergy, seconds: totalSamplesDuration, concealed };
    }
    return null;
  };

  /** What the page plays: whether its hidden audio element runs. */
  window.playsAudio = () => {
    const element = document.querySelector('audio#remote-audio');
    return Boolean(element?.srcObject) && !element.paused;
  };
})();
