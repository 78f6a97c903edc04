// The package's default export is the complete one under Node's ES modules; this is its only import.
import native, { type Audio as NativeAudio, type PeerConnection as NativePeerConnection } from 'node-datachannel';

export type { RtcConfig, Track } from 'node-datachannel';
export type PeerConnection = NativePeerConnection;
export type Audio = NativeAudio;
export const { Audio, IceUdpMuxListener, PeerConnection } = native;
