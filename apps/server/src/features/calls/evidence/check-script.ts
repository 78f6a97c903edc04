/**
 * How an excerpt checks itself: the signature over what it says, the sound against the digest that is signed, and its own script and look
 * against theirs. It runs from a file, without a network; everything that is shown is what is signed.
 */
export const checkScript = `(async () => {
  const text = (id) => document.getElementById(id).textContent;
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const hex = async (bytes) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((one) => one.toString(16).padStart(2, '0')).join('');
  const utf8 = new TextEncoder();
  const said = document.getElementById('said');
  const tell = (is, words) => { said.dataset.is = is; said.textContent = words; };
  const fact = (name, value) => {
    if (value === null || value === '') return;
    const [dt, dd] = [document.createElement('dt'), document.createElement('dd')];
    dt.textContent = name; dd.textContent = value;
    document.getElementById('facts').append(dt, dd);
  };
  const clock = (ms) => {
    const s = Math.floor(ms / 1000);
    return Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0') + '.' + String(Math.floor(ms % 1000 / 100));
  };
  try {
    const signed = text('signed');
    const key = bytesOf(text('key'));
    let isSigned;
    try {
      const open = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
      isSigned = await crypto.subtle.verify({ name: 'Ed25519' }, open, bytesOf(text('signature')), utf8.encode(signed));
    } catch (error) {
      if (error.name === 'NotSupportedError') {
        tell('bad', 'Trình duyệt này chưa kiểm được chữ ký Ed25519: hãy mở bằng Chrome, Firefox, Edge hoặc Safari mới.');
        return;
      }
      isSigned = false;
    }
    if (!isSigned) { tell('bad', 'ĐÃ BỊ SỬA: chữ ký không khớp với nội dung.'); return; }
    const facts = JSON.parse(signed);
    if (await hex(utf8.encode(text('style') + '\\n' + text('check'))) !== facts.page) {
      tell('bad', 'ĐÃ BỊ SỬA: trang này không phải trang đã được ký.'); return;
    }
    const sound = bytesOf(text('sound'));
    if (sound.length !== facts.sound.bytes || await hex(sound) !== facts.sound.sha256) {
      tell('bad', 'ĐÃ BỊ SỬA: âm thanh không phải âm thanh đã được ký.'); return;
    }
    const print = (await hex(key)).slice(0, 32).match(/.{4}/g).join(' ');
    tell('good', 'NGUYÊN VẸN: âm thanh và thông tin dưới đây đúng như khi công ty ký.');
    document.getElementById('heard').src = URL.createObjectURL(new Blob([sound], { type: facts.sound.type }));
    const when = (at) => new Date(at).toLocaleString('vi-VN');
    fact('Công ty', facts.company);
    fact('Cuộc gọi bắt đầu', when(facts.call.started_at));
    fact('Chiều', { inbound: 'Gọi đến', outbound: 'Gọi đi', internal: 'Nội bộ' }[facts.call.direction]);
    fact('Số khách', facts.call.number);
    fact('Đầu số', facts.call.hotline);
    fact('Nhân viên', facts.call.agent);
    fact('Đoạn trích', clock(facts.sound.from_ms) + ' đến ' + clock(facts.sound.to_ms) + ' của ghi âm');
    fact('Mã cuộc gọi', facts.call.id);
    fact('Mã băm đoạn trích', facts.sound.sha256);
    fact('Mã băm cả ghi âm', facts.recording.sha256);
    if (facts.recording.seq !== null) fact('Thứ tự trong sổ ghi âm', String(facts.recording.seq) + ' · ' + facts.recording.link);
    if (facts.recording.head !== null) fact('Đầu sổ khi trích', facts.recording.head.seq + ' · ' + facts.recording.head.hash);
    fact('Trích bởi', facts.made_by + ', ' + when(facts.made_at));
    fact('Vân tay khoá của công ty', print);
    const note = document.createElement('p');
    note.textContent = 'Chữ ký cho biết nội dung không đổi từ khi ký bằng khoá có vân tay trên. Hãy so vân tay với vân tay mà công ty công bố.';
    document.querySelector('main').append(note);
  } catch (error) {
    tell('bad', 'ĐÃ BỊ SỬA: tệp này không đọc được nữa.');
  }
})();`;
