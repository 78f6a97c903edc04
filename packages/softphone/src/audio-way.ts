/**
 * How audio finds its way to the switchboard from here: straight, by TCP where the network lets no UDP through, by a relay of the operator's;
 * or not at all.
 */
export type AudioWay = 'straight' | 'tcp' | 'relay' | 'closed';

/** So long a connection may take that works. */
const patienceMs = 12_000;
/** The addresses that come at once are enough: the switchboard learns the others from the checks themselves. */
const gatherMs = 500;

/** A connection of the browser, as far as it is used. */
type Connection = Pick<
  RTCPeerConnection,
  | 'addTransceiver'
  | 'setLocalDescription'
  | 'localDescription'
  | 'setRemoteDescription'
  | 'connectionState'
  | 'addEventListener'
  | 'getStats'
  | 'close'
>;

/**
 * Makes the connection of a call without one: `ask` gives the switchboard's answer to an offer, null where it does not say. Null where
 * nothing is known. Needs no microphone.
 */
export async function findAudioWay(
  ask: (offer: string) => Promise<string | null>,
  relays: readonly RTCIceServer[],
  connect: (configuration: RTCConfiguration) => Connection = (configuration) => new RTCPeerConnection(configuration),
): Promise<AudioWay | null> {
  const connection = connect({ iceServers: [...relays] });
  try {
    connection.addTransceiver('audio', { direction: 'recvonly' });
    await connection.setLocalDescription();
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const answer = await ask(connection.localDescription?.sdp ?? '');
    if (answer === null) return null;
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
    return (await isConnected(connection)) ? wayOf(await connection.getStats()) : 'closed';
  } catch {
    // What a browser does not do in a call either is said there.
    return null;
  } finally {
    connection.close();
  }
}

function isConnected(connection: Connection): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    const look = () => {
      const state = connection.connectionState;
      if (state !== 'connected' && state !== 'failed') return;
      clearTimeout(timer);
      resolve(state === 'connected');
    };
    connection.addEventListener('connectionstatechange', look);
    look();
  });
}

/** By the pair that was chosen. */
export function wayOf(stats: Iterable<readonly [string, unknown]>): AudioWay {
  const reports = new Map(stats);
  const field = (id: unknown, name: string): unknown => {
    const report = typeof id === 'string' ? reports.get(id) : undefined;
    return typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined;
  };
  const transport = [...reports.keys()].find((id) => field(id, 'type') === 'transport');
  const pair =
    field(transport, 'selectedCandidatePairId') ?? [...reports.keys()].find((id) => field(id, 'selected') === true);
  const local = field(pair, 'localCandidateId');
  if (field(local, 'candidateType') === 'relay') return 'relay';
  return field(local, 'protocol') === 'tcp' ? 'tcp' : 'straight';
}
