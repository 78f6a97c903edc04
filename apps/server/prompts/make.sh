#!/bin/sh
# Makes every WAV of this folder anew. Needs Debian's espeak-ng and sox; the product itself needs neither.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p system/vi bots music

# say <file> <voice> <words a minute> <pitch 0-99> <text>: trimmed, 8 kHz mono 16-bit, peak -4 dB.
say() {
  espeak-ng -v "$2" -s "$3" -p "$4" -g 3 -w "$work/speech.wav" "$5"
  sox "$work/speech.wav" -r 8000 -c 1 -b 16 "$1" gain -6 highpass 150 \
    silence 1 0.01 0.5% reverse silence 1 0.01 0.5% reverse norm -4 pad 0.15 0.25
}

say system/vi/welcome.wav vi 145 42 "Cảm ơn quý khách đã gọi đến. Xin quý khách vui lòng chờ trong giây lát."
say system/vi/no-answer.wav vi 145 42 "Số máy quý khách vừa gọi hiện không trả lời. Xin quý khách vui lòng gọi lại sau."
say system/vi/all-busy.wav vi 145 42 "Tất cả nhân viên đang bận. Xin quý khách vui lòng giữ máy hoặc gọi lại sau."
say system/vi/closed.wav vi 145 42 "Hiện đã ngoài giờ làm việc. Xin quý khách vui lòng gọi lại trong giờ hành chính."
say system/vi/not-available.wav vi 145 42 "Số máy quý khách vừa gọi hiện không liên lạc được. Xin quý khách vui lòng gọi lại sau."
say system/vi/voicemail-greeting.wav vi 145 42 "Xin quý khách để lại lời nhắn sau tiếng bíp. Bấm phím thăng để kết thúc."
say system/vi/invalid-number.wav vi 145 42 "Số máy quý khách vừa gọi không đúng. Xin quý khách vui lòng kiểm tra và gọi lại."
say system/vi/goodbye.wav vi 145 42 "Cảm ơn quý khách. Xin chào và hẹn gặp lại."
say system/vi/say/0.wav vi 145 42 "không"
say system/vi/say/1.wav vi 145 42 "một"
say system/vi/say/2.wav vi 145 42 "hai"
say system/vi/say/3.wav vi 145 42 "ba"
say system/vi/say/4.wav vi 145 42 "bốn"
say system/vi/say/5.wav vi 145 42 "năm"
say system/vi/say/6.wav vi 145 42 "sáu"
say system/vi/say/7.wav vi 145 42 "bảy"
say system/vi/say/8.wav vi 145 42 "tám"
say system/vi/say/9.wav vi 145 42 "chín"
say system/vi/say/ten.wav vi 145 42 "mười"
say system/vi/say/tens.wav vi 145 42 "mươi"
say system/vi/say/one-after-tens.wav vi 145 42 "mốt"
say system/vi/say/five-after-ten.wav vi 145 42 "lăm"
say system/vi/queue-next.wav vi 145 42 "Quý khách là người tiếp theo được phục vụ."
say system/vi/queue-position.wav vi 145 42 "Vị trí của quý khách trong hàng đợi là"
say system/vi/queue-wait.wav vi 145 42 "Thời gian chờ dự kiến khoảng"
say system/vi/minutes.wav vi 145 42 "phút"
say system/vi/callback-number.wav vi 145 42 "Chúng tôi sẽ gọi lại cho quý khách theo số"
say system/vi/callback-confirm.wav vi 145 42 "Bấm phím một để đồng ý. Bấm phím khác để tiếp tục chờ."
say system/vi/callback-kept.wav vi 145 42 "Vị trí của quý khách được giữ nguyên. Chúng tôi sẽ gọi lại ngay khi đến lượt. Xin cảm ơn quý khách."
say system/vi/callback-impossible.wav vi 145 42 "Chúng tôi không gọi lại được số này. Xin quý khách vui lòng tiếp tục giữ máy."
say bots/khach-1.wav vi-vn-x-south 165 60 "A lô, chào em. Đơn hàng chị đặt hôm thứ hai bao giờ thì giao được? Chị cảm ơn em nhé."
say bots/khach-2.wav vi-vn-x-central 165 30 "A lô. Anh cần tư vấn gói cước cho công ty hai mươi người. Em gọi lại cho anh nhé."

# bar <n> <bass> <four notes>: 3.75 s of a plucked arpeggio, up and down, fading so that the bars join.
bar() {
  sox -R -n -r 8000 -c 1 -b 16 "$work/bar$1.wav" \
    synth 3.75 pluck "$2" pluck "$3" pluck "$4" pluck "$5" pluck "$6" pluck "$5" pluck "$4" pluck "$3" \
    delay 0 0.47 0.94 1.41 1.88 2.34 2.81 3.28 \
    remix 1v0.3,2v0.18,3v0.18,4v0.18,5v0.18,6v0.15,7v0.15,8v0.12 trim 0 3.75 fade t 0.01 3.75 0.25
}
bar 1 C3 C4 E4 G4 C5
bar 2 A2 A3 C4 E4 A4
bar 3 F2 A3 C4 F4 A4
bar 4 G2 B3 D4 G4 B4
bar 5 E3 B3 E4 G4 B4
bar 6 A2 C4 E4 A4 C5
bar 7 F2 A3 C4 F4 C5
bar 8 G2 B3 D4 F4 B4
sox -R "$work"/bar?.wav music/default.wav lowpass 2400 norm -10 trim 0 30
