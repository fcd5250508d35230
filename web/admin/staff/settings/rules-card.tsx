import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { WaitingChange } from './waiting-change.tsx';

export type RuleSection = 'money' | 'approvals' | 'waits' | 'orders' | 'retention';

type Props = {
  settings: AdminSettings;
  section: RuleSection;
  title: string;
  description: string;
  /** What to compare before a change is confirmed. */
  compare: string;
  dialog: (onClose: () => void) => ReactNode;
};

/** A section that says something from the beginning: what it says, in the server's words, and what waits. */
export function RulesCard({ settings, section, title, description, compare, dialog }: Props) {
  const [isChanging, setIsChanging] = useState(false);
  const { said, waiting } = settings[section];
  const mayChange = useMay('settings:change') && waiting === null;
  return (
    <Card
      title={title}
      description={description}
      actions={
        mayChange && (
          <Button
            icon={<Pencil aria-hidden />}
            onClick={() => setIsChanging(true)}
            aria-label={`Change ${title.toLowerCase()}`}
          >
            Change
          </Button>
        )
      }
    >
      {waiting && (
        <WaitingChange waiting={waiting} kept="These settings stay as they are." compare={compare}>
          <DetailList
            details={waiting.changes.map(({ field, before, after }) => ({
              label: field,
              value: `${before ?? 'nothing'} → ${after ?? 'nothing'}`,
            }))}
          />
        </WaitingChange>
      )}
      <DetailList columns={3} details={said.map(({ field, text }) => ({ label: field, value: text }))} />
      {isChanging && dialog(() => setIsChanging(false))}
    </Card>
  );
}
