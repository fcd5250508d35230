import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

type Notice = { tone: 'info' | 'warn' | 'bad' | 'ok'; title: string; text: string };

/** What hinders the change, or what it waits for. */
export function ChangeNotice({ change }: { change: CatalogueChange }) {
  const notice = noticeOf(change);
  if (notice === null) return null;
  return (
    <Alert tone={notice.tone} title={notice.title} className="mb-6">
      {notice.text}
    </Alert>
  );
}

function noticeOf({ kind, status, counts, can_apply }: CatalogueChange): Notice | null {
  const rows = (count: number) => counted(count, 'rows');
  if (status === 'waiting') {
    return {
      tone: 'warn',
      title: `${counted(counts.far, 'prices')} far from those of the last days`,
      text: 'A second administrator looks at this change and confirms it. Nothing of it counts before.',
    };
  }
  if (status === 'applied' && counts.refused > 0) {
    return {
      tone: 'warn',
      title: `${rows(counts.refused)} left out`,
      text: 'These prices were changed after the change was planned. They stay as they are.',
    };
  }
  if (status !== 'shown') return null;
  if (counts.wrong > 0 && kind !== 'prices') {
    return {
      tone: 'bad',
      title: `${rows(counts.wrong)} wrong`,
      text: 'Nothing is applied of a file with a wrong row. Correct the file, then import it again.',
    };
  }
  if (!can_apply) return { tone: 'info', title: 'Nothing to apply', text: 'What it says is in the catalogue already.' };
  if (counts.far > 0) {
    return {
      tone: 'warn',
      title: `${counted(counts.far, 'prices')} far from those of the last days`,
      text: 'Once you apply this, a second administrator has to confirm it. Nothing of it counts before.',
    };
  }
  if (counts.wrong > 0) {
    return { tone: 'warn', title: `${rows(counts.wrong)} left out`, text: 'Each says why. The others can be applied.' };
  }
  return null;
}
