import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useStoreName } from '#web/lib/store/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { LookDialog } from './look-dialog.tsx';
import { DEFAULT_ACCENT, LookPreview } from './look-preview.tsx';

export function LookCard({ settings }: { settings: AdminSettings }) {
  const [isChanging, setIsChanging] = useState(false);
  const name = useStoreName();
  const { value } = settings.look;
  return (
    <Card
      title="Look"
      description="The logo and the accent colour of pages, mails and papers."
      actions={
        useMay('settings:change') && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setIsChanging(true)} aria-label="Change the look">
            Change
          </Button>
        )
      }
    >
      <LookPreview
        accent={value?.accent ?? DEFAULT_ACCENT}
        logo={value?.logo?.id ?? null}
        logoOnDark={value?.logo_on_dark?.id ?? null}
        name={name}
      />
      <p className="mt-3 text-sm text-muted">
        {value?.accent ? `The accent colour is ${value.accent}.` : 'The accent colour is the product’s own.'}
      </p>
      {isChanging && <LookDialog settings={settings} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}
