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

function noticeOf({ kind, status, counts, can_apply, file_sha256 }: CatalogueChange): Notice | null {
  const rows = (count: number) => counted(count, 'rows');
  const isDiscounts = kind === 'discounts';
  const takesTwo = isDiscounts
    ? `${counted(counts.far, 'discounts')} ${counts.far === 1 ? 'takes' : 'take'} a second administrator`
    : `${counted(counts.far, 'prices')} far from those of the last days`;
  // Why, where the title does not say it.
  const why = isDiscounts ? 'They are larger, or more in these days, than one may grant. ' : '';
  if (status === 'waiting') {
    return {
      tone: 'warn',
      title: takesTwo,
      text: `${why}A second administrator looks at this change and confirms it. Nothing of it counts before.`,
    };
  }
  if (status === 'applied' && counts.refused > 0) {
    return {
      tone: 'warn',
      title: `${rows(counts.refused)} left out`,
      text: isDiscounts
        ? 'These discounts stay as they are. Each says why.'
        : 'These prices were changed after the change was planned. They stay as they are.',
    };
  }
  if (status === 'applying') {
    return { tone: 'info', title: 'Being applied', text: 'It goes on by itself, and each discount is set once.' };
  }
  if (status !== 'shown') return null;
  if (counts.wrong > 0 && file_sha256 !== null) {
    return {
      tone: 'bad',
      title: `${rows(counts.wrong)} wrong`,
      text: 'Nothing is applied of a file with a wrong row. Correct the file, then import it again.',
    };
  }
  if (!can_apply)
    return {
      tone: 'info',
      title: 'Nothing to apply',
      text: isDiscounts
        ? 'No discount would be changed. Each row says why.'
        : 'What it says is in the catalogue already.',
    };
  if (counts.far > 0) {
    return {
      tone: 'warn',
      title: takesTwo,
      text: `${why}Once you apply this, a second administrator has to confirm it. Nothing of it counts before.`,
    };
  }
  if (counts.wrong > 0) {
    return { tone: 'warn', title: `${rows(counts.wrong)} left out`, text: 'Each says why. The others can be applied.' };
  }
  return null;
}
