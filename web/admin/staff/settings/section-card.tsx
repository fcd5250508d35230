import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { type FormOf, type Said, type SectionForm, sectionForm } from './section-form.tsx';
import type { SavedSection } from './settings-api.ts';
import { WaitingChange } from './waiting-change.tsx';

type Props = {
  settings: AdminSettings;
  section: SavedSection;
  title: string;
  description: string;
  /** The name of the button that opens the form. */
  change: string;
  Form: SectionForm;
  children: ReactNode;
};

/** What a section says, and the button to its form while no change of it waits. */
export function SectionCard({ settings, section, title, description, change, Form, children }: Props) {
  const [isChanging, setIsChanging] = useState(false);
  const mayChange = useMay('settings:change') && settings[section].waiting === null;
  return (
    <Card
      title={title}
      description={description}
      actions={
        mayChange && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setIsChanging(true)} aria-label={change}>
            Change
          </Button>
        )
      }
    >
      {children}
      {isChanging && <Form settings={settings} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}

type RuleSection = 'money' | 'approvals' | 'waits' | 'orders' | 'retention';
type Rules<Section extends RuleSection, Input extends FieldValues> = {
  title: string;
  description: (settings: AdminSettings) => string;
  /** What to compare before a change is confirmed. */
  compare: string;
  /** Its title, where it is more than “Change” and the section's. */
  form: Omit<FormOf<Section, Input>, 'title'> & { title?: Said };
};

/** A section that says something from the beginning: a card with what it says, in the server's words, and what waits; and its form. */
export function rulesSection<Section extends RuleSection, Input extends FieldValues>(
  section: Section,
  { title, description, compare, form }: Rules<Section, Input>,
) {
  const change = `Change ${title.toLowerCase()}`;
  const Form = sectionForm(section, { title: change, ...form });
  const RulesCard = ({ settings }: { settings: AdminSettings }) => {
    const { said, waiting } = settings[section];
    return (
      <SectionCard {...{ settings, section, title, change, Form }} description={description(settings)}>
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
      </SectionCard>
    );
  };
  return { Card: RulesCard, Form };
}
