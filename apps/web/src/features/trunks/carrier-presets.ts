import type { InputOf, trunks } from '@alo/contract';

/** How far what stands here was tried. Of none of them anybody here has the carrier at hand. */
export const presetStandings = {
  tried: 'Đã gọi thử.',
  read: 'Theo tài liệu của hãng, chưa gọi thử.',
  usual: 'Theo cách thường gặp, chưa gọi thử: so với phiếu cấu hình của nhà mạng.',
} as const;

type Preset = Partial<InputOf<typeof trunks>>;

/** What a carrier or gateway usually wants of a trunk, as a beginning: a company puts right what its own sheet says otherwise. */
export interface CarrierPreset {
  readonly name: string;
  readonly standing: keyof typeof presetStandings;
  /** What to look out for. */
  readonly advice: string;
  readonly values: Preset;
}

/** Networks of Vietnam: G.711, keys by RFC 4733. Whether by address or account stands in each contract, and is left as it was chosen. */
const network: Preset = {
  transport: 'udp',
  codecs: ['pcma', 'pcmu'],
  keys: 'events',
  early_media: true,
  session_timer: 'answered',
  provisionals: 'offered',
};

/** Of a core of IMS: numbers as E.164 with who calls asserted beside From. */
const ims: Preset = { ...network, number_form: 'plus', called_form: 'plus', identity: 'asserted', user_is_phone: true };

/** SIM cards dial as people do, and know one number each. */
const gateway: Preset = {
  transport: 'udp',
  number_form: 'national',
  called_form: 'national',
  identity: 'from',
  user_is_phone: false,
  codecs: ['pcma', 'pcmu'],
  early_media: true,
  session_timer: 'off',
  provisionals: 'plain',
};

export const carrierPresets: Readonly<Record<string, CarrierPreset>> = {
  viettel: {
    name: 'Viettel',
    standing: 'usual',
    advice: 'Nhập tên miền IMS và proxy theo phiếu cấu hình.',
    values: ims,
  },
  vnpt: {
    name: 'VNPT',
    standing: 'usual',
    advice: 'Nhập tên miền IMS và proxy theo phiếu cấu hình.',
    values: ims,
  },
  fpt: {
    name: 'FPT',
    standing: 'usual',
    advice: 'Thường nhận theo địa chỉ IP đã báo trước.',
    values: { ...network, number_form: 'national', called_form: 'national', identity: 'from', user_is_phone: false },
  },
  cmc: {
    name: 'CMC',
    standing: 'usual',
    advice: 'Thường nhận theo địa chỉ IP đã báo trước.',
    values: {
      ...network,
      number_form: 'international',
      called_form: 'dialled',
      identity: 'from',
      user_is_phone: false,
    },
  },
  mobifone: {
    name: 'MobiFone',
    standing: 'usual',
    advice: 'Nhập tên miền IMS và proxy theo phiếu cấu hình.',
    values: ims,
  },
  itel: {
    name: 'iTel',
    standing: 'usual',
    advice: 'Thường nhận theo địa chỉ IP đã báo trước.',
    values: {
      ...network,
      number_form: 'international',
      called_form: 'international',
      identity: 'asserted',
      user_is_phone: false,
    },
  },
  goip: {
    name: 'GoIP (DBL)',
    standing: 'read',
    advice: 'Máy xuất xưởng gửi phím bằng âm thanh (DTMF Signaling: Inband).',
    values: { ...gateway, keys: 'sound' },
  },
  dinstar: {
    name: 'Dinstar',
    standing: 'usual',
    advice: 'Chọn RFC2833 ở phần DTMF của máy.',
    values: { ...gateway, keys: 'events' },
  },
  yeastar: {
    name: 'Yeastar TG',
    standing: 'usual',
    advice: 'Chọn RFC2833 ở phần DTMF của máy.',
    values: { ...gateway, keys: 'events' },
  },
};
