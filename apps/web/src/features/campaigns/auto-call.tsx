import { Button, Quiet } from '@alo/ui';
import { useEffect, useEffectEvent, useState } from 'react';

/** The customer who is shown is called by itself once so many seconds are over, unless somebody stops that. */
export function AutoCall({ seconds, onCall }: { seconds: number; onCall: () => void }) {
  const [left, setLeft] = useState(seconds);
  const [stopped, setStopped] = useState(false);
  const call = useEffectEvent(onCall);
  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => setLeft((now) => now - 1), 1_000);
    return () => clearInterval(timer);
  }, [stopped]);
  const isDue = left <= 0 && !stopped;
  useEffect(() => {
    if (isDue) call();
  }, [isDue]);
  if (stopped) return <Quiet size="body">Đã dừng tự gọi khách này. Bấm “Gọi” khi bạn sẵn sàng.</Quiet>;
  return (
    <p>
      Tự gọi sau {Math.max(0, left)} giây.{' '}
      <Button size="sm" onClick={() => setStopped(true)}>
        Dừng
      </Button>
    </p>
  );
}
