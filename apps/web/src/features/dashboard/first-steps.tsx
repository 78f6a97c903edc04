import {
  type Access,
  accounts,
  conditions,
  createHotline,
  customers,
  type FirstStep,
  firstStepNames,
  greetings,
  makeSetUp,
  numbers,
  startBotCall,
  tryCall,
} from '@alo/contract';
import { Button, buttonClass, IconCircleCheck, Progress } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';
import { Surface } from '../../resource/page/page.tsx';
import type { Place } from '../../resource/screen/addresses.ts';
import styles from './first-steps.module.css';

interface Way {
  label: string;
  access: Access;
  to: Place;
}

interface Step {
  title: string;
  words: string;
  /** Where it is done; what comes first is the usual way. */
  ways: readonly Way[];
}

const steps: Readonly<Record<FirstStep, Step>> = {
  call: {
    title: 'Nghe cuộc gọi đầu tiên',
    words: 'Một khách giả lập gọi vào số dùng thử; bạn nghe máy ngay trên trang này.',
    ways: [],
  },
  people: {
    title: 'Mời đồng nghiệp',
    words: 'Dán danh sách email: mỗi người nhận một thư để tự đặt mật khẩu.',
    ways: [{ label: 'Mời người', access: accounts.create.access, to: '/accounts' }],
  },
  customers: {
    title: 'Đưa khách hàng vào',
    words: 'Nhập từ tệp Excel đang có, để khi khách gọi là biết ai.',
    ways: [{ label: 'Nhập khách hàng', access: customers.create.access, to: '/customer' }],
  },
  number: {
    title: 'Gắn số và nhà mạng của công ty',
    words: 'Khai đường truyền nhà mạng đã cấp, rồi tạo hotline với số của bạn.',
    ways: [
      { label: 'Tạo hotline', access: createHotline.access, to: '/etelecom/create-hotline' },
      { label: 'Thêm đường truyền', access: 'trunks.create', to: '/trunk/add' },
      { label: 'Thêm đầu số', access: numbers.create.access, to: '/number/add' },
    ],
  },
  hours: {
    title: 'Đặt giờ làm việc',
    words: 'Trong giờ gặp nhân viên; ngoài giờ khách nghe thông báo hay để lại lời nhắn. Mẫu làm sẵn cả lời chào.',
    ways: [
      { label: 'Dựng theo mẫu', access: makeSetUp.access, to: '/set-up' },
      { label: 'Đặt giờ', access: conditions.create.access, to: '/conditions/add' },
      { label: 'Lịch nghỉ lễ', access: 'time-groups.view', to: '/time-groups' },
    ],
  },
  greeting: {
    title: 'Thu lời chào',
    words: 'Thu bằng micro, tải tệp lên, hoặc gõ chữ để máy đọc.',
    ways: [{ label: 'Thêm lời chào', access: greetings.create.access, to: '/greeting/add' }],
  },
  way: {
    title: 'Gọi vào số của công ty',
    words: 'Xem trước đường đi bằng Thử luồng, rồi gọi thật và để đồng nghiệp nghe máy.',
    ways: [{ label: 'Thử luồng', access: tryCall.access, to: '/call-test' }],
  },
};

/** What a new company has to do, each with the way there, ticked off by what there is. */
export default function FirstSteps({
  done,
  onCall,
  onLeave,
}: {
  done: Readonly<Record<FirstStep, boolean>>;
  /** A made-up customer calls. */
  onCall: () => void;
  onLeave: () => void;
}) {
  const may = useMay();
  const ready = firstStepNames.filter((step) => done[step]).length;
  const next = firstStepNames.find((step) => !done[step]);
  return (
    <Surface>
      <section className={styles.guide} aria-labelledby="first-steps">
        <header className={styles.head}>
          <div>
            <h2 id="first-steps">
              {next === undefined ? 'Tổng đài đã sẵn sàng' : 'Từ công ty mới đến cuộc gọi của khách'}
            </h2>
            <p>
              {next === undefined
                ? 'Mọi bước đã xong. Từ nay trang này cho biết công việc trong ngày.'
                : `Xong ${ready} / ${firstStepNames.length} bước. Bước nào làm xong sẽ tự được đánh dấu.`}
            </p>
          </div>
          <Button look={next === undefined ? 'primary' : 'quiet'} onClick={onLeave}>
            {next === undefined ? 'Xem số liệu' : 'Để sau, xem số liệu'}
          </Button>
        </header>
        <Progress label="Các bước đã xong" value={ready} of={firstStepNames.length} />
        <ol className={styles.steps}>
          {firstStepNames.map((name, index) => {
            const { title, words, ways } = steps[name];
            const look = name === next ? 'primary' : 'default';
            return (
              <li key={name} data-done={done[name] || undefined} aria-current={name === next ? 'step' : undefined}>
                <span className={styles.mark} aria-hidden>
                  {done[name] ? <IconCircleCheck size={22} /> : index + 1}
                </span>
                <div className={styles.what}>
                  <h3>{title}</h3>
                  <p>{done[name] ? 'Đã xong' : words}</p>
                </div>
                {!done[name] && (
                  <div className={styles.ways}>
                    {name === 'call' && may(startBotCall.access) && (
                      <Button look={look} onClick={onCall}>
                        Khách thử
                      </Button>
                    )}
                    {ways
                      .filter(({ access }) => may(access))
                      .map(({ label, to }, at) => (
                        <Link key={to} to={to} search={{}} className={buttonClass(at === 0 ? look : 'quiet')}>
                          {label}
                        </Link>
                      ))}
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      </section>
    </Surface>
  );
}
