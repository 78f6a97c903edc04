import { context } from './pjsip-objects.ts';

export interface AsteriskSettings {
  /** Where SIP is listened for, by UDP and TCP. */
  readonly sipAddress: string;
  readonly sipPort: number;
  /** ARI and browsers' WebSockets, on this machine alone: browsers come through our web server. */
  readonly httpPort: number;
  readonly user: string;
  readonly password: string;
  readonly app: string;
  readonly rtpPorts: { readonly first: number; readonly last: number };
}

const modules = [
  'res_pjproject res_sorcery_config res_sorcery_memory res_sorcery_astdb res_http_websocket res_websocket_client res_crypto res_srtp res_rtp_asterisk',
  'res_timing_timerfd res_statsd res_pjsip res_pjsip_acl res_pjsip_authenticator_digest res_pjsip_caller_id',
  'res_pjsip_dlg_options res_pjsip_dtmf_info res_pjsip_empty_info res_pjsip_endpoint_identifier_anonymous',
  'res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user res_pjsip_header_funcs res_pjsip_nat',
  'res_pjsip_outbound_authenticator_digest res_pjsip_outbound_registration res_pjsip_path res_pjsip_pubsub res_pjsip_refer',
  'res_pjsip_registrar res_pjsip_rfc3326 res_pjsip_sdp_rtp res_pjsip_session res_pjsip_transport_websocket chan_pjsip',
  'bridge_simple bridge_softmix bridge_native_rtp bridge_holding codec_alaw codec_ulaw codec_a_mu codec_g722 codec_resample',
  'format_wav format_pcm format_sln res_stasis res_stasis_answer res_stasis_playback res_stasis_recording res_stasis_snoop',
  'app_stasis res_ari res_ari_model res_ari_applications res_ari_asterisk res_ari_bridges res_ari_channels res_ari_endpoints',
  'res_ari_events res_ari_playbacks res_ari_recordings res_musiconhold pbx_config func_callerid func_channel func_pjsip_aor',
  'func_pjsip_contact func_pjsip_endpoint',
]
  .join(' ')
  .split(' ');

/** Everything that Asterisk is told by files: who may call is pushed while it runs. */
export function asteriskFiles(settings: AsteriskSettings): Readonly<Record<string, string>> {
  const { sipAddress, sipPort, httpPort, user, password, app, rtpPorts } = settings;
  const transport = (protocol: string) =>
    `[transport-${protocol}]\ntype=transport\nprotocol=${protocol}\nbind=${sipAddress}:${sipPort}\n`;
  const kinds = ['auth', 'aor', 'endpoint'].map((kind) => `${kind}=memory`).join('\n');
  return {
    'modules.conf': `[modules]\nautoload=no\n${modules.map((name) => `load=${name}.so`).join('\n')}\n`,
    'logger.conf': '[logfiles]\nconsole => warning,error\n',
    'rtp.conf': `[general]\nrtpstart=${rtpPorts.first}\nrtpend=${rtpPorts.last}\nicesupport=yes\nstrictrtp=yes\n`,
    'pjproject.conf': '[startup]\ntype=startup\nlog_level=1\n',
    'musiconhold.conf': '',
    'features.conf': '[general]\n; What looks like a feature code is ours to understand.\npickupexten=\n',
    'http.conf': `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${httpPort}\nsessionlimit=20000\nenable_static=no\nenable_status=no\n`,
    'ari.conf': `[general]\nenabled=yes\npretty=no\nchannelvars=RTPAUDIOQOS\n[${user}]\ntype=user\nread_only=no\npassword=${password}\n`,
    'sorcery.conf': `[res_pjsip]\n${kinds}\n[res_pjsip_endpoint_identifier_ip]\nidentify=memory\n[res_pjsip_outbound_registration]\nregistration=memory\n`,
    'pjsip.conf': [
      '[global]',
      'type=global',
      'user_agent=Alo',
      // A browser comes from where our web server is, which may be a carrier's address as well: who has a name here goes by it.
      'endpoint_identifier_order=auth_username,username,ip,anonymous',
      'disable_multi_domain=no',
      'keep_alive_interval=30',
      'default_auth_algorithms_uas=SHA-256,MD5',
      '',
      '[system]',
      'type=system',
      // Who sounded before the answer need not be who answers.
      'follow_early_media_fork=yes',
      'accept_multiple_sdp_answers=yes',
      '',
      transport('udp'),
      transport('tcp'),
      '[transport-ws]\ntype=transport\nprotocol=ws\nbind=127.0.0.1\n',
    ].join('\n'),
    // `.` and not `!`, which matches \`h\`, too: who has hung up would come in again.
    'extensions.conf': `[${context}]\n${['_[+*#0-9a-zA-Z].', '_[0-9*#]']
      .map((pattern) => `exten => ${pattern},1,Stasis(${app},in)\n same => n,Hangup(42)\n`)
      .join('')}`,
  };
}
