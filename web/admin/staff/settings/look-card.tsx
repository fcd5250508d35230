import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { LookDialog } from './look-dialog.tsx';
import { DEFAULT_ACCENT, LookPreview } from './look-preview.tsx';
import { SectionCard } from './section-card.tsx';

export function LookCard({ settings }: { settings: AdminSettings }) {
  const { value } = settings.look;
  return (
    <SectionCard
      settings={settings}
      section="look"
      title="Look"
      description="The logo and the accent colour of pages, mails and papers."
      change="Change the look"
      Form={LookDialog}
    >
      <LookPreview
        accent={value?.accent ?? DEFAULT_ACCENT}
        logo={value?.logo?.id ?? null}
        logoOnDark={value?.logo_on_dark?.id ?? null}
      />
      <p className="mt-3 text-sm text-muted">
        {value?.accent ? `The accent colour is ${value.accent}.` : 'The accent colour is the product’s own.'}
      </p>
    </SectionCard>
  );
}
