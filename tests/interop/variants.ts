/** One way in which an Asterisk may be set up as somebody's carrier. */
export interface Variant {
  readonly name: string;
  /** Of the endpoint, in pjsip.conf, besides what all have. */
  readonly endpoint: Readonly<Record<string, string>>;
  /** Its way to us and ours to it. */
  readonly transport?: 'udp' | 'tcp' | 'tls' | 'udp6' | 'everywhere';
  /** What becomes of its calls to us and of ours to it: a talk where it is absent. */
  readonly inbound?: 'refused';
  readonly outbound?: 'refused';
  /** Plain audio that we offer it answers as plain, and then says nothing without keys: nobody's carrier is called so. */
  readonly isCalled?: boolean;
  /** How our keys reach it; not at all where the book knows no way. */
  readonly hearsKeys?: boolean;
  /** It asks for a proof of each of our calls, or wants us to register. */
  readonly proof?: 'calls' | 'registration';
  readonly codecs?: readonly ('pcma' | 'pcmu' | 'g722')[];
  /** Its number is withheld, and told to those whom it trusts. */
  readonly withheld?: true;
  /** So long the talk goes on, for what happens in the middle of one. */
  readonly lastsSeconds?: number;
}

const alaw = { allow: 'alaw' };

export const variants: readonly Variant[] = [
  { name: 'A-law', endpoint: alaw },
  { name: 'µ-law alone', endpoint: { allow: 'ulaw' } },
  { name: 'both laws, µ-law first', endpoint: { allow: 'ulaw,alaw' } },
  { name: 'packets of 30 ms', endpoint: { allow: 'alaw:30' } },
  { name: 'G.722 alone, which the trunk has', endpoint: { allow: 'g722' }, codecs: ['pcma', 'g722'] },
  { name: 'Opus before A-law', endpoint: { allow: 'opus,alaw' } },
  { name: 'Opus alone', endpoint: { allow: 'opus' }, outbound: 'refused' },
  { name: 'SRTP with keys in the SDP', endpoint: { ...alaw, media_encryption: 'sdes' }, outbound: 'refused' },
  {
    name: 'SRTP if we will',
    endpoint: { ...alaw, media_encryption: 'sdes', media_encryption_optimistic: 'yes' },
  },
  {
    name: 'SRTP by DTLS without ICE',
    endpoint: { ...alaw, media_encryption: 'dtls', dtls_auto_generate_cert: 'yes', dtls_setup: 'actpass' },
    inbound: 'refused',
    outbound: 'refused',
  },
  { name: 'AVPF', endpoint: { ...alaw, use_avpf: 'yes' }, outbound: 'refused' },
  {
    name: 'what browsers speak (DTLS, ICE, one port)',
    endpoint: { allow: 'opus,alaw', webrtc: 'yes', dtls_auto_generate_cert: 'yes' },
    // Its candidates are those of all interfaces.
    transport: 'everywhere',
    isCalled: false,
  },
  { name: 'ICE and RTCP on the same port', endpoint: { ...alaw, ice_support: 'yes', rtcp_mux: 'yes' } },
  { name: 'a picture besides', endpoint: { allow: 'alaw,h264,vp8' } },
  { name: 'fax besides', endpoint: { ...alaw, t38_udptl: 'yes', t38_udptl_ec: 'redundancy' } },
  { name: 'every 1xx acknowledged', endpoint: { ...alaw, '100rel': 'required' } },
  {
    name: 'session timers, refreshed in the middle of a talk',
    endpoint: { ...alaw, timers: 'always', timers_min_se: '90', timers_sess_expires: '90' },
    lastsSeconds: 50,
  },
  { name: 'keys by INFO', endpoint: { ...alaw, dtmf_mode: 'info' } },
  { name: 'keys in the sound', endpoint: { ...alaw, dtmf_mode: 'inband' }, hearsKeys: false },
  {
    name: 'a withheld number, asserted to us',
    endpoint: { ...alaw, send_pai: 'yes', trust_id_outbound: 'yes' },
    withheld: true,
  },
  { name: 'a proof of each call', endpoint: alaw, proof: 'calls' },
  { name: 'registration', endpoint: alaw, proof: 'registration' },
  { name: 'TCP', endpoint: alaw, transport: 'tcp' },
  {
    name: 'TLS, with keys in the SDP if we will',
    endpoint: { ...alaw, media_encryption: 'sdes', media_encryption_optimistic: 'yes' },
    transport: 'tls',
  },
  { name: 'IPv6', endpoint: alaw, transport: 'udp6' },
];
