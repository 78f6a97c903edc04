/** What a call asks of the browser: audio only (specification §7), no relays, and the chosen microphone (null: any). */
export function callMedia(microphone: string | null) {
  const audio: MediaTrackConstraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    // `ideal`: a headset that was unplugged since does not cost the call.
    ...(microphone === null ? {} : { deviceId: { ideal: microphone } }),
  };
  return {
    mediaConstraints: { audio, video: false },
    pcConfig: { iceServers: [] },
    rtcOfferConstraints: { offerToReceiveAudio: true, offerToReceiveVideo: false },
  };
}
