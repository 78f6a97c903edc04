/** What a call asks of the browser: audio only (specification §7), the operator's relays, and the chosen microphone (null: any). */
export function callMedia(microphone: string | null, relays: readonly RTCIceServer[] = []) {
  const audio: MediaTrackConstraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    // `ideal`: a headset that was unplugged since does not cost the call.
    ...(microphone === null ? {} : { deviceId: { ideal: microphone } }),
  };
  return {
    mediaConstraints: { audio, video: false },
    pcConfig: { iceServers: [...relays] },
    rtcOfferConstraints: { offerToReceiveAudio: true, offerToReceiveVideo: false },
  };
}

/** What of a connection and of the browser an exchange of microphones needs. */
interface Speaking {
  getSenders(): readonly Pick<RTCRtpSender, 'track' | 'replaceTrack'>[];
}

/** Whether the sound of a track comes of the very microphone that would be taken now, so that an exchange would change nothing. */
async function isTaken(
  track: Pick<MediaStreamTrack, 'readyState' | 'getSettings'>,
  microphone: string | null,
  media: Pick<MediaDevices, 'enumerateDevices'>,
): Promise<boolean> {
  if (track.readyState === 'ended') return false;
  const { deviceId, groupId } = track.getSettings();
  const devices = (await media.enumerateDevices()).filter(({ kind }) => kind === 'audioinput');
  const wanted =
    devices.find((device) => device.deviceId === microphone) ?? devices.find((device) => device.deviceId === 'default');
  // What stands behind the name `default` changes with the computer's settings.
  if (wanted !== undefined)
    return wanted.groupId === groupId && (wanted.deviceId === 'default' || wanted.deviceId === deviceId);
  return devices.some((device) => device.deviceId === deviceId);
}

/**
 * Has a call speak into this microphone from now on, muted where it is muted. Answers the new track; null where the call has no
 * sound of ours, speaks into that one already, or keeps the microphone that it has because the other cannot be used. Rejects where it has
 * none any more.
 */
export async function exchangeMicrophone(
  connection: Speaking | undefined,
  microphone: string | null,
  media: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> = navigator.mediaDevices,
): Promise<MediaStreamTrack | null> {
  const sender = connection?.getSenders().find(({ track }) => track?.kind === 'audio');
  const before = sender?.track;
  if (!sender || !before || (await isTaken(before, microphone, media))) return null;
  const stream = await media.getUserMedia(callMedia(microphone).mediaConstraints).catch((error: unknown) => {
    // Where there is none at all this one is about to end, too, if it has not.
    if (before.readyState === 'ended' || (error instanceof DOMException && error.name === 'NotFoundError')) throw error;
    return null;
  });
  const [track] = stream?.getAudioTracks() ?? [];
  if (track === undefined) return null;
  track.enabled = before.enabled;
  try {
    await sender.replaceTrack(track);
  } catch (error) {
    // The call has ended meanwhile: nobody else lets go of the microphone.
    track.stop();
    throw error;
  }
  // Muted in that very moment, it was the one before that was.
  track.enabled = before.enabled;
  before.stop();
  return track;
}
