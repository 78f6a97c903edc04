import { WayOn } from '../../resource/page/way-on.tsx';
import { CallList } from './call-list.tsx';
import { CarrierSums } from './carrier-sums.tsx';

/** Where calls went, and why they ended, is what one asks of a carrier. */
const shows = ['hotline', 'cause'];
const hides = ['wait_seconds', 'agent_name'];
const fpt = { carrier: 'FPT' };
const etelecom = { carrier: 'eTelecom' };

const emptyOf = (carrier: string) =>
  [
    `Chưa có cuộc gọi nào qua ${carrier}`,
    `Ở đây là cuộc gọi qua đường truyền có “${carrier}” trong tên hay máy chủ, và qua đầu số có nhà mạng ${carrier}.`,
    <WayOn key="numbers" to="/numbers" access="numbers.view">
      Xem đầu số và nhà mạng
    </WayOn>,
  ] as const;

/** /reports/fpt/call-history: calls over lines of FPT. */
export const FptCalls = () => (
  <CallList
    name="/reports/fpt/call-history"
    title="Lịch sử cuộc gọi FPT"
    fixed={fpt}
    file="lich-su-cuoc-goi-fpt"
    fileColumns="carrier"
    above={(state) => state.search === '' && <CarrierSums carrier={fpt.carrier} filters={state.filters} />}
    shows={shows}
    hides={hides}
    empty={emptyOf(fpt.carrier)}
  />
);

/** /etelecom/call-history: calls over lines of eTelecom. */
export const EtelecomCalls = () => (
  <CallList
    name="/etelecom/call-history"
    title="Lịch sử cuộc gọi eTelecom"
    fixed={etelecom}
    file="lich-su-cuoc-goi-etelecom"
    fileColumns="carrier"
    above={(state) => state.search === '' && <CarrierSums carrier={etelecom.carrier} filters={state.filters} />}
    shows={shows}
    hides={hides}
    empty={emptyOf(etelecom.carrier)}
  />
);
