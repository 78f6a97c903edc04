import { advertisingHours, type CampaignFault } from '@alo/contract';

import type { GateFacts } from './gate.ts';

/** A campaign as somebody has it in their form, and what it would find once it runs. */
export interface CampaignOutlook {
  readonly rules: Pick<GateFacts['campaign'], 'kind' | 'ends_on' | 'calls_from' | 'calls_to'>;
  /** `YYYY-MM-DD` where the company is. */
  readonly today: string;
  /** Null before it is kept: nobody can be in it yet. */
  readonly customers: {
    readonly all: number;
    /** Of whom something is left to do; of these, who refuse advertising, and whose number the company lets nobody call. */
    readonly open: number;
    readonly refusing: number;
    readonly blocked: number;
  } | null;
  /** It calls by itself: whoever hears a message needs nobody of ours. */
  readonly isItself: boolean;
  /** Who takes its calls, where they are for a queue. */
  readonly queue: { readonly people: number } | null;
  /** People who are named for it, everybody who may call for campaigns where nobody is; and those of them who can. */
  readonly people: { readonly named: boolean; readonly all: number; readonly able: number };
  /** Numbers that calls can go out with, those of them whose last day is over, and rules that let some call go by one of them. */
  readonly ways: {
    readonly numbers: number;
    readonly over: number;
    readonly rules: number;
    /** Of these, rules that every phone calls by, and the product itself. */
    readonly common: number;
    /** Numbers that it is to call with, and those of them that some rule lets be shown. */
    readonly chosen: number;
    readonly shown: number;
  };
}

interface Fault {
  readonly fault: CampaignFault;
  readonly words: string;
  /** Nobody can be called; else only fewer than it means to. */
  readonly stops: boolean;
}

/** Why a campaign could call nobody, or not everybody: what stops all calls first. The gate refuses the same, call by call. */
export function campaignFaultsOf({
  rules,
  today,
  customers,
  isItself,
  queue,
  people,
  ways,
}: CampaignOutlook): readonly Fault[] {
  const found: readonly (Fault | null)[] = [
    rules.ends_on !== null && rules.ends_on < today
      ? stops('over', `Ngày kết thúc ${dayWords(rules.ends_on)} đã qua: chiến dịch không gọi ai nữa`)
      : null,
    hoursFault(rules),
    ...(customers === null ? [] : customerFaults(rules, customers)),
    queue !== null ? queueFault(queue) : isItself ? null : peopleFault(people),
    waysFault(ways, isItself),
  ];
  const there = found.filter((fault) => fault !== null);
  return [...there.filter((fault) => fault.stops), ...there.filter((fault) => !fault.stops)];
}

/** Advertising has the hours of the law, whatever the campaign says. */
function hoursFault({ kind, calls_from: from, calls_to: to }: CampaignOutlook['rules']): Fault | null {
  const law = advertisingHours;
  if (kind !== 'advertising' || (law.from <= from && to <= law.to)) return null;
  const rule = `Luật chỉ cho gọi quảng cáo ${law.from}–${law.to}`;
  if (to <= law.from || law.to <= from) {
    return stops('no-lawful-hour', `${rule}: giờ gọi ${from}–${to} của chiến dịch không còn phút nào`);
  }
  const left = `${from < law.from ? law.from : from}–${to < law.to ? to : law.to}`;
  return hint('fewer-hours', `${rule}: của ${from}–${to} chỉ gọi được ${left}`);
}

function customerFaults(
  { kind }: CampaignOutlook['rules'],
  { all, open, refusing, blocked }: NonNullable<CampaignOutlook['customers']>,
): (Fault | null)[] {
  if (all === 0) return [stops('no-contacts', 'Chưa có khách nào trong chiến dịch')];
  if (open === 0) return [stops('all-done', `Đã xong với cả ${count(all)} khách: không còn ai để gọi`)];
  const refused = kind === 'advertising' ? refusing : 0;
  return [
    refused === 0
      ? null
      : refused === open
        ? stops('all-refuse', `Cả ${count(open)} khách còn lại từ chối quảng cáo`)
        : hint('some-refuse', `${count(refused)} trong ${count(open)} khách còn lại từ chối quảng cáo: không gọi họ`),
    blocked === 0
      ? null
      : blocked === open
        ? stops('all-blocked', `Số của cả ${count(open)} khách còn lại nằm trong danh sách chặn gọi ra`)
        : hint('some-blocked', `${count(blocked)} trong ${count(open)} khách còn lại bị chặn gọi ra`),
  ];
}

function peopleFault({ named, all, able }: CampaignOutlook['people']): Fault | null {
  const wants = 'cần tài khoản đang dùng, có máy nhánh và quyền gọi theo chiến dịch';
  if (able > 0) {
    return named && able < all
      ? hint('some-cannot', `${count(all - able)} trong ${count(all)} thành viên không gọi được: ${wants}`)
      : null;
  }
  return stops('nobody-calls', `${named ? 'Không thành viên nào' : 'Chưa ai'} gọi được cho chiến dịch: ${wants}`);
}

const queueFault = ({ people }: NonNullable<CampaignOutlook['queue']>): Fault | null =>
  people > 0 ? null : stops('nobody-in-queue', 'Hàng đợi của chiến dịch chưa có nhân viên nào');

function waysFault(
  { numbers, over, rules, common, chosen, shown }: CampaignOutlook['ways'],
  isItself: boolean,
): Fault | null {
  if (numbers === 0) {
    return stops(
      'no-number',
      'Không đầu số nào gọi ra được: số đang tắt, chưa xác minh, không gọi ra, hoặc đường truyền tắt',
    );
  }
  if (rules === 0) return stops('no-outbound', 'Không quy tắc gọi ra nào đang bật dùng đầu số gọi ra được');
  if (isItself && common === 0) {
    return stops('no-common-rule', 'Chiến dịch tự gọi cần một quy tắc gọi ra dành cho mọi máy nhánh');
  }
  if (chosen > 0 && shown === 0) {
    return stops(
      'no-caller',
      'Không đầu số nào của chiến dịch gọi ra được: số đang tắt, hoặc không quy tắc gọi ra nào dùng',
    );
  }
  if (shown < chosen) {
    return hint(
      'some-callers',
      `${count(chosen - shown)} trong ${count(chosen)} đầu số của chiến dịch không gọi ra được: bỏ qua chúng`,
    );
  }
  return over < numbers
    ? null
    : hint('numbers-over', 'Mọi đầu số gọi ra đã hết hạn sử dụng: nhà mạng có thể không cho gọi');
}

const stops = (fault: CampaignFault, words: string): Fault => ({ fault, words, stops: true });
const hint = (fault: CampaignFault, words: string): Fault => ({ fault, words, stops: false });
const count = (n: number) => n.toLocaleString('vi-VN');
const dayWords = (day: string) => day.split('-').toReversed().join('/');
