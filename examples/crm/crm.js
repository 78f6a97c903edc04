// What a CRM does with the phone: shows its own record when somebody calls, calls from its list, and keeps what came of a call.
const customers = [
  { name: 'Nguyễn Thị Hoa', phone: '0901234567' },
  { name: 'Công ty Minh Phát', phone: '02838221234' },
  { name: 'Máy nhánh 102', phone: '102' },
];

const phone = document.querySelector('alo-phone');
const record = document.querySelector('#record');
const said = document.querySelector('#said');
const answer = document.querySelector('#answer');
const hangUp = document.querySelector('#hang-up');
const rows = document.querySelector('#customers');

for (const customer of customers) {
  const row = rows.insertRow();
  row.insertCell().textContent = customer.name;
  const link = Object.assign(document.createElement('a'), {
    href: `tel:${customer.phone}`,
    textContent: customer.phone,
  });
  row.insertCell().append(link);
  customer.outcome = row.insertCell();
}

const recordOf = (number) => customers.find(({ phone }) => phone === number);
const words = {
  ringing: 'đang gọi tới',
  calling: 'đang gọi đi',
  talking: 'đang nói',
  held: 'đang giữ',
  ended: 'đã kết thúc',
};
/** The CRM's own record of each call, by the call's id: the outcome comes after its end. */
const talkedTo = new Map();

phone.addEventListener('alo-call', ({ detail: call }) => {
  const known = recordOf(call.number);
  if (call.call_id !== null) talkedTo.set(call.call_id, known);
  record.textContent = `${known?.name ?? (call.name || 'Số lạ')} · ${call.number} · ${words[call.state]}`;
  answer.disabled = call.state !== 'ringing';
  hangUp.disabled = call.state === 'ended';
});
phone.addEventListener('alo-outcome', ({ detail }) => {
  const known = talkedTo.get(detail.call_id);
  if (known) known.outcome.textContent = `${detail.outcome} · ${detail.note}`;
  said.textContent = `Đã ghi kết quả: ${detail.outcome}`;
});
phone.addEventListener('alo-phone', ({ detail }) => {
  said.textContent = detail.ready
    ? `${detail.person} sẵn sàng, máy nhánh ${detail.extension}`
    : 'Điện thoại chưa sẵn sàng';
});
phone.addEventListener('alo-refused', () => {
  said.textContent = 'Công ty chưa cho trang này dùng điện thoại';
});
phone.addEventListener('alo-not-called', ({ detail }) => {
  said.textContent = `Chưa gọi được: ${detail}`;
});
answer.addEventListener('click', () => phone.answer());
hangUp.addEventListener('click', () => phone.hangUp());
