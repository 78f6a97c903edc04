import { LineEar, likeness, type ReadPrint, readPrint } from '@alo/line-sound';
import { chance, noisy } from '@alo/line-sound/testing';
import openEspeak from '@echogarden/espeak-ng-emscripten';
import { beforeAll, expect, test, vi } from 'vitest';
import { decode, encodeInto } from './g711.ts';
import { G722Decoder, G722Encoder } from './g722.ts';
import { loadOpus, OpusDecoder, OpusEncoder, SILENT_OPUS } from './opus.ts';

/** As networks in Vietnam say it: many begin alike, and many end alike. */
const texts = [
  'Thuê bao quý khách vừa gọi tạm thời không liên lạc được. Xin quý khách vui lòng gọi lại sau.',
  'Thuê bao quý khách vừa gọi hiện đang tạm khoá. Xin quý khách vui lòng gọi lại sau.',
  'Số máy quý khách vừa gọi không đúng. Xin quý khách vui lòng kiểm tra lại.',
  'Số máy quý khách vừa gọi hiện đang bận. Xin quý khách vui lòng gọi lại sau ít phút.',
  'Thuê bao quý khách vừa gọi không nhấc máy. Xin quý khách vui lòng gọi lại sau.',
  'Số máy quý khách vừa gọi không có thật. Xin quý khách vui lòng kiểm tra lại số.',
  'Thuê bao quý khách vừa gọi đã ngừng sử dụng dịch vụ.',
  'Thuê bao quý khách vừa gọi đang có cuộc gọi khác. Xin vui lòng chờ máy.',
  'Hiện tại các đường dây đều bận. Xin quý khách vui lòng gọi lại sau.',
  'Thuê bao quý khách vừa gọi đang ở ngoài vùng phủ sóng.',
  'Tài khoản của quý khách không đủ để thực hiện cuộc gọi này. Vui lòng nạp thêm tiền.',
  'Cuộc gọi của quý khách không thực hiện được. Xin vui lòng liên hệ tổng đài.',
  'Số điện thoại này đã đổi sang đầu số mới. Xin vui lòng quay số theo đầu số mới.',
  'Quý khách vui lòng quay mã vùng trước khi quay số thuê bao.',
  'Thuê bao quý khách vừa gọi đã đăng ký chặn cuộc gọi đến.',
  'Thuê bao này đang bị khoá một chiều do chưa thanh toán cước.',
  'Cuộc gọi đang được chuyển tới hộp thư thoại. Xin quý khách để lại lời nhắn sau tiếng bíp.',
  'Mạng đang quá tải. Xin quý khách vui lòng thực hiện cuộc gọi vào lúc khác.',
  'Nhân viên đang bận. Cảm ơn quý khách đã gọi, xin quý khách giữ máy.',
  'Xin quý khách vui lòng giữ máy. Chúng tôi đang kết nối tới thuê bao.',
];
/** Noise of the line below the voice, in decibels. */
const noises = [60, 30, 20, 15, 10];
const codecs = ['pcma', 'pcmu', 'g722', 'opus'] as const;

const log = { warn: (_: unknown, message: string) => expect.unreachable(message) };
const [encoder, decoder] = [new OpusEncoder(log), new OpusDecoder(log)];

let spoken: readonly Int16Array[] = [];

beforeAll(async () => {
  // Coders are made when they are first asked for.
  await loadOpus();
  await vi.waitUntil(() => decoder.isReady && encoder.encode(new Int16Array(160)) !== SILENT_OPUS, 60_000);
  const { eSpeakNGWorker: Speaker } = await openEspeak();
  const speaker = await new Speaker();
  speaker.set_voice('vi');
  speaker.set_rate(145);
  spoken = texts.map((text) => {
    const pieces: number[] = [];
    speaker.synthesize(text, (piece) => void pieces.push(...(piece ?? [])));
    return toEightKilohertz(pieces);
  });
}, 120_000);

/** The voice speaks at 22.05 kHz; what a telephone does not carry is smoothed away. */
function toEightKilohertz(samples: readonly number[]): Int16Array {
  const ratio = 22_050 / 8_000;
  return Int16Array.from({ length: Math.floor(samples.length / ratio) - 2 }, (_, i) => {
    const at = Math.floor(i * ratio);
    return 0.6 * ((samples[at] ?? 0) + (samples[at + 1] ?? 0) + (samples[at + 2] ?? 0)) * (1 / 3);
  });
}

const over: Readonly<Record<(typeof codecs)[number], (samples: Int16Array) => Int16Array>> = {
  pcma: (samples) => g711('pcma', samples),
  pcmu: (samples) => g711('pcmu', samples),
  g722(samples) {
    const octets = new Uint8Array(samples.length);
    new G722Encoder().encodeInto(samples, octets, 0);
    return new G722Decoder().decode(octets);
  },
  opus(samples) {
    const heard: number[] = [];
    for (let at = 0; at + 160 <= samples.length; at += 160)
      heard.push(...decoder.decode(encoder.encode(samples.slice(at, at + 160))));
    return Int16Array.from(heard);
  },
};

function g711(law: 'pcma' | 'pcmu', samples: Int16Array): Int16Array {
  const octets = new Uint8Array(samples.length);
  encodeInto(law, samples, octets, 0);
  return decode(law, octets);
}

function printOf(samples: Int16Array): ReadPrint | undefined {
  const ear = new LineEar();
  for (let at = 0; at < samples.length; at += 160) ear.push(samples.subarray(at, at + 160));
  const said = ear.said();
  return said === null ? undefined : readPrint(said.print);
}

/** As one hears it who comes late or early, on a line of that codec, louder or softer. */
function asHeard(samples: Int16Array, codec: (typeof codecs)[number], snr: number, seed: number): Int16Array {
  const next = chance(seed);
  const gain = 10 ** ((-18 * next()) / 20);
  const shift = Math.round(5_000 * (2 * next() - 1));
  const moved = new Int16Array(samples.length - Math.min(0, shift) - Math.max(0, shift));
  for (let i = 0; i < moved.length; i++) moved[i] = gain * (samples[i + shift] ?? 0);
  return over[codec](noisy(moved, snr, seed));
}

test('twenty announcements are told apart in five noises, from wherever, in every codec', { timeout: 300_000 }, () => {
  const known = spoken.map((samples) => printOf(g711('pcma', samples)));
  const mistakes: string[] = [];
  let right = 0;
  let strange = 0;
  for (const [place, samples] of spoken.entries()) {
    for (const [level, snr] of noises.entries()) {
      const codec = codecs[(place + level) % codecs.length] ?? 'pcma';
      const print = printOf(asHeard(samples, codec, snr, 100 * place + level));
      const like = known.map((one) => (one === undefined || print === undefined ? undefined : likeness(print, one)));
      const others = like.filter((how, at) => at !== place && how?.same === true);
      if (others.length > 0) strange += 1;
      if (like[place]?.same === true && others.length === 0) right += 1;
      else
        mistakes.push(
          `${texts[place]} (${codec}, ${snr} dB): ${like[place]?.errors.toFixed(2)}, ${others.length} others`,
        );
    }
  }
  // A word that is wrong is worse than none: it says of somebody that their number is none.
  expect({ strange, mistakes }).toMatchObject({ strange: 0 });
  expect(right / (texts.length * noises.length)).toBeGreaterThanOrEqual(0.98);
});

test('an announcement that nobody has named yet is none of those that are known', { timeout: 300_000 }, () => {
  const all = spoken.map((samples) => printOf(g711('pcmu', samples)));
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
  const alike = pairs.filter(([one, other]) => one && other && likeness(one, other).same);
  expect(alike).toHaveLength(0);
});
