import type { PhoneMaker } from '@alo/contract';

type Transport = 'udp' | 'tcp' | 'tls';

/** What a phone is told of itself. */
export interface PhoneAccount {
  /** The number of its extension, as its screen shows it. */
  readonly number: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  /** Where the domain is served: its outbound proxy. */
  readonly host: string;
  readonly port: number;
  readonly transport: Transport;
}

interface PhoneFile {
  readonly file: string;
  readonly type: string;
  readonly transports: readonly Transport[];
  readonly text: (account: PhoneAccount) => string;
}

const anyOf = ['udp', 'tcp', 'tls'] as const;
const xmlType = 'application/xml; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

/** Registrations are kept a minute, and a router forgets a way by UDP after 30 s. */
const registersEach = 60;
const keepsAliveEach = 20;

/**
 * How each maker writes its settings. All say the same: the account and its way to us, G.711 and G.722, keys by RFC 4733, no STUN (we answer
 * where a phone speaks from), SRTP wherever the signalling is encrypted.
 */
export const phoneFiles: Readonly<Record<PhoneMaker, PhoneFile>> = {
  yealink: {
    file: 'yealink.cfg',
    type: textType,
    transports: anyOf,
    text: ({ number, name, username, password, domain, host, port, transport }) =>
      [
        '#!version:1.0.0.1',
        ...ini({
          'account.1.enable': 1,
          'account.1.label': number,
          'account.1.display_name': name,
          'account.1.user_name': username,
          'account.1.auth_name': username,
          'account.1.password': password,
          'account.1.sip_server.1.address': domain,
          'account.1.sip_server.1.port': port,
          'account.1.sip_server.1.transport_type': numbered(transport),
          'account.1.sip_server.1.expires': registersEach,
          'account.1.outbound_proxy_enable': 1,
          'account.1.outbound_proxy.1.address': host,
          'account.1.outbound_proxy.1.port': port,
          'account.1.nat.nat_traversal': 0,
          'account.1.nat.rport': 1,
          'account.1.nat.udp_update_enable': 1,
          'account.1.nat.udp_update_time': keepsAliveEach,
          'account.1.srtp_encryption': transport === 'tls' ? 2 : 0,
          'account.1.dtmf.type': 1,
          'account.1.subscribe_mwi': 1,
          'account.1.codec.pcma.enable': 1,
          'account.1.codec.pcma.priority': 1,
          'account.1.codec.pcmu.enable': 1,
          'account.1.codec.pcmu.priority': 2,
          'account.1.codec.g722.enable': 1,
          'account.1.codec.g722.priority': 3,
          'account.1.codec.g729.enable': 0,
        }),
        '',
      ].join('\n'),
  },
  grandstream: {
    file: 'grandstream.xml',
    type: xmlType,
    transports: anyOf,
    text: ({ number, name, username, password, domain, host, port, transport }) =>
      xml([
        '<gs_provision version="1">',
        '<config version="1">',
        ...elements({
          P271: 1,
          P270: number,
          P47: domain,
          P48: `${host}:${port}`,
          P35: username,
          P36: username,
          P34: password,
          P3: name,
          P31: 1,
          // In minutes.
          P32: registersEach / 60,
          P130: numbered(transport),
          // Keep-alive, without STUN.
          P52: 2,
          P76: '',
          P84: keepsAliveEach,
          P183: transport === 'tls' ? 2 : 0,
          P57: 8,
          P58: 0,
          P59: 9,
        }),
        '</config>',
        '</gs_provision>',
      ]),
  },
  fanvil: {
    file: 'fanvil.cfg',
    type: xmlType,
    transports: anyOf,
    text: ({ name, username, password, domain, host, port, transport }) =>
      xml([
        '<VOIP_CONFIG_FILE>',
        '<version>2.0002</version>',
        '<SIP_CONFIG_MODULE>',
        ...elements({ STUN_Server: '' }),
        '<SIP_Line_List>',
        '<SIP_Line_List_Entry>',
        ...elements({
          ID: 'SIP1',
          Phone_Number: username,
          Display_Name: name,
          Register_Addr: domain,
          Register_Port: port,
          Register_User: username,
          Register_Pswd: password,
          Register_TTL: registersEach,
          Enable_Reg: 1,
          Proxy_Addr: host,
          Proxy_Port: port,
          Proxy_User: username,
          Proxy_Pswd: password,
          Media_Crypto: transport === 'tls' ? 1 : 0,
          NAT_UDPUpdate: 2,
          UDPUpdate_TTL: keepsAliveEach,
          DTMF_Mode: 1,
          NAT_Type: 0,
          Enable_Rport: 1,
          Transport: numbered(transport),
          VoiceCodecMap: 'G711A,G711U,G722',
        }),
        '</SIP_Line_List_Entry>',
        '</SIP_Line_List>',
        '</SIP_CONFIG_MODULE>',
        '</VOIP_CONFIG_FILE>',
      ]),
  },
  'cisco-spa': {
    file: 'cisco-spa.xml',
    type: xmlType,
    // Its SRTP wants a certificate of Cisco's in the phone.
    transports: ['udp', 'tcp'],
    text: ({ number, name, username, password, domain, host, port, transport }) =>
      xml([
        '<flat-profile>',
        ...elements({
          STUN_Enable: 'No',
          Line_Enable_1_: 'Yes',
          Short_Name_1_: number,
          Display_Name_1_: name,
          User_ID_1_: username,
          Use_Auth_ID_1_: 'Yes',
          Auth_ID_1_: username,
          Password_1_: password,
          Proxy_1_: domain,
          Use_Outbound_Proxy_1_: 'Yes',
          Outbound_Proxy_1_: `${host}:${port}`,
          Use_OB_Proxy_In_Dialog_1_: 'Yes',
          Register_1_: 'Yes',
          Register_Expires_1_: registersEach,
          SIP_Transport_1_: transport.toUpperCase(),
          NAT_Mapping_Enable_1_: 'No',
          NAT_Keep_Alive_Enable_1_: 'Yes',
          NAT_Keep_Alive_Intvl: keepsAliveEach,
          Preferred_Codec_1_: 'G711a',
          Second_Preferred_Codec_1_: 'G711u',
          Use_Pref_Codec_Only_1_: 'No',
          DTMF_Tx_Method_1_: 'AVT',
        }),
        '</flat-profile>',
      ]),
  },
  linphone: {
    file: 'linphone.xml',
    type: xmlType,
    transports: anyOf,
    text: ({ username, password, domain, host, port, transport }) => {
      const proxy = `<sip:${host}:${port};transport=${transport}>`;
      return xml([
        '<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">',
        ...section('sip', {
          default_proxy: 0,
          media_encryption: transport === 'tls' ? 'srtp' : 'none',
          keepalive_period: keepsAliveEach * 1_000,
        }),
        ...section('net', { stun_server: '' }),
        ...section('proxy_0', {
          reg_identity: `sip:${username}@${domain}`,
          reg_proxy: proxy,
          reg_route: proxy,
          reg_sendregister: 1,
          reg_expires: registersEach,
          publish: 0,
        }),
        ...section('auth_info_0', { username, userid: username, passwd: password, realm: domain, domain }),
        '</config>',
      ]);
    },
  },
  microsip: {
    file: 'microsip.ini',
    type: textType,
    transports: anyOf,
    // Windows reads it in the code page of its computer: nothing stands here but ASCII.
    text: ({ number, username, password, domain, host, port, transport }) =>
      [
        '[Settings]',
        ...ini({ accountId: 1, enableSTUN: 0, audioCodecs: 'PCMA/8000/1 PCMU/8000/1 G722/16000/1' }, '='),
        '[Account1]',
        ...ini(
          {
            label: number,
            server: domain,
            proxy: `${host}:${port}`,
            domain,
            username,
            password,
            authID: username,
            displayName: number,
            transport,
            publicAddr: '',
            SRTP: transport === 'tls' ? 'mandatory' : '',
            registerRefresh: registersEach,
            keepAlive: keepsAliveEach,
            publish: 0,
            ICE: 0,
            allowRewrite: 0,
            disableSessionTimer: 0,
          },
          '=',
        ),
        '',
      ].join('\r\n'),
  },
  zoiper: {
    file: 'zoiper.xml',
    type: xmlType,
    transports: anyOf,
    text: ({ number, name, username, password, domain, host, port, transport }) =>
      xml([
        '<options>',
        '<accounts>',
        '<account>',
        ...elements({
          ident: `alo-${username}`,
          name: number,
          username,
          password,
          register_on_startup: 'true',
          protocol: 'SIP',
          reregistration_mode: 'custom',
          reregistration_time: registersEach,
          SIP_domain: domain,
          SIP_use_outbound_proxy: 'true',
          SIP_outbound_proxy: `${host}:${port}`,
          SIP_transport_type: transport.toUpperCase(),
          SIP_use_auth_username: 'true',
          SIP_auth_username: username,
          SIP_callerId: name,
          SIP_use_rport: 'true',
          SIP_use_rport_media: 'false',
          SIP_srtp_mode: transport === 'tls' ? 'SDES' : 'none',
          SIP_dtmf_style: 'rfc_2833',
          SIP_keep_alive_mode: 'custom',
          SIP_keep_alive_timeout: keepsAliveEach,
        }),
        '<stun>',
        ...elements({ use_stun: 'disabled' }),
        '</stun>',
        '<codecs>',
        ...[6, 0, 7].flatMap((id, at) => [
          '<codec>',
          ...elements({ codec_id: id, priority: at + 1, enabled: 'true' }),
          '</codec>',
        ]),
        '</codecs>',
        '</account>',
        '</accounts>',
        '</options>',
      ]),
  },
};

/** Grandstream's phones put this name of their own behind the address that they are given. */
const ownName = /^cfg[0-9a-f]{12}\.xml$/i;

/** Whose settings a file of this name is; undefined where it is nobody's. */
export function makerOfFile(name: string): PhoneMaker | undefined {
  if (ownName.test(name)) return 'grandstream';
  return makers.find((maker) => phoneFiles[maker].file === name);
}

export const makers = Object.keys(phoneFiles) as readonly PhoneMaker[]; // By its type it has these keys.

/** UDP, TCP and TLS, as Yealink, Grandstream and Fanvil count them. */
const numbered = (transport: Transport) => anyOf.indexOf(transport);

type Values = Readonly<Record<string, string | number>>;

/** A name that somebody typed begins no line of its own. */
const ini = (values: Values, between = ' = ') =>
  Object.entries(values).map(([key, value]) => `${key}${between}${oneLine(value)}`);

const elements = (values: Values) => Object.entries(values).map(([key, value]) => `<${key}>${escaped(value)}</${key}>`);

/** As Linphone reads what it is set up with (lpconfig.xsd). */
const section = (name: string, entries: Values) => [
  `<section name="${name}">`,
  ...Object.entries(entries).map(([key, value]) => `<entry name="${key}" overwrite="true">${escaped(value)}</entry>`),
  '</section>',
];

const xml = (lines: readonly string[]) => ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');

const oneLine = (value: string | number) => String(value).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const escaped = (value: string | number) => oneLine(value).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
