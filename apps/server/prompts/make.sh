#!/bin/sh
# Makes every WAV of this folder anew. Needs Debian's espeak-ng and sox; the product itself needs neither.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p system/vi/say bots music

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
say system/vi/recorded.wav vi 145 42 "Để nâng cao chất lượng phục vụ, cuộc gọi này được ghi âm."
say system/vi/not-available.wav vi 145 42 "Số máy quý khách vừa gọi hiện không liên lạc được. Xin quý khách vui lòng gọi lại sau."
say system/vi/voicemail-greeting.wav vi 145 42 "Xin quý khách để lại lời nhắn sau tiếng bíp. Bấm phím thăng để kết thúc."
say system/vi/invalid-number.wav vi 145 42 "Số máy quý khách vừa gọi không đúng. Xin quý khách vui lòng kiểm tra và gọi lại."
say system/vi/goodbye.wav vi 145 42 "Cảm ơn quý khách. Xin chào và hẹn gặp lại."
# Numbers, digits and units: what call control puts together word by word. The list is its own.
node "../../../scripts/spoken-words.mjs" | while IFS="$(printf '\t')" read -r word text; do
  say "system/vi/say/$word.wav" vi 145 42 "$text"
done
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
