import { Bell, Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { CommandPalette } from '../command-palette.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CopyButton } from '../copy-button.tsx';
import { CountBadge } from '../count-badge.tsx';
import { DetailList } from '../detail-list.tsx';
import { Dialog, Sheet } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { IconButton } from '../icon-button.tsx';
import { Menu } from '../menu.tsx';
import { Segmented } from '../segmented.tsx';
import { TextInput } from '../text-input.tsx';
import { toast } from '../toast.ts';

type Open = 'dialog' | 'confirm' | 'sheet' | 'palette' | null;

/** Buttons, menus, dialogs, toasts. */
export function ActionPieces() {
  const [open, setOpen] = useState<Open>(null);
  const [view, setView] = useState<'area' | 'bar'>('area');
  const [text, setText] = useState('');
  const close = () => setOpen(null);
  return (
    <Card>
      <div className="space-y-5">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" icon={<Plus aria-hidden />}>
            Primary
          </Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Danger</Button>
          <Button variant="danger-ghost" icon={<Trash2 aria-hidden />}>
            Delete
          </Button>
          <Button variant="link">Link</Button>
          <Button variant="primary" busy busyText="Submitting...">
            Submit
          </Button>
          <Button disabled>Disabled</Button>
          <Button disabledReason="Only pending deposits can be deleted">Why not</Button>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm">Small</Button>
          <Button size="md">Medium</Button>
          <Button size="lg" variant="primary">
            Large
          </Button>
          <IconButton label="Edit" icon={<Pencil aria-hidden />} />
          <IconButton label="Download" variant="secondary" icon={<Download aria-hidden />} />
          <span className="relative">
            <IconButton label="Notifications, 12 unread" icon={<Bell aria-hidden />} />
            <CountBadge count={12} />
          </span>
          <CopyButton value="GL-1234" label="Copy code" />
          <CopyButton value="GL-1234">Copy Code</CopyButton>
          <Segmented
            label="Chart kind"
            value={view}
            onChange={setView}
            options={[
              { value: 'area', label: 'Area' },
              { value: 'bar', label: 'Bar' },
            ]}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Menu
            trigger={(props) => (
              <Button {...props} icon={<Ellipsis aria-hidden />}>
                Menu
              </Button>
            )}
            entries={[
              { heading: 'Deposit' },
              { label: 'Download invoice', icon: <Download aria-hidden />, hint: 'PDF' },
              { label: 'Edit', icon: <Pencil aria-hidden />, disabled: true },
              'separator',
              { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true },
            ]}
          />
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button onClick={() => setOpen('palette')}>Palette</Button>
          <Button onClick={() => toast.success('Deposit has been approved', '$1,000.00 was credited to the wallet.')}>
            Toast
          </Button>
          <Button
            onClick={() => toast.error('Validation Error', 'Invalid data. Please check your inputs and try again.')}
          >
            Error toast
          </Button>
        </div>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Approve deposit"
        description="The approved amount is credited to the customer’s wallet at once."
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary">
              Approve
            </Button>
          </>
        }
      >
        <Field label="Approved amount" required hint="Requested: $1,000.00">
          <TextInput start="$" defaultValue="1000.00" />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete Brand"
        message={'Are you sure you want to delete "Steam"? This action cannot be undone.'}
        onConfirm={() => undefined}
      />
      <Sheet open={open === 'sheet'} onClose={close} title="Deposit D-1042" description="Waiting for review">
        <DetailList
          columns={1}
          details={[
            { label: 'Customer', value: 'Ada Lovelace' },
            { label: 'Amount', value: '$1,000.00' },
            { label: 'Notes', value: '' },
          ]}
        />
      </Sheet>
      {open === 'palette' && (
        <CommandPalette
          onClose={close}
          text={text}
          onText={setText}
          placeholder="Jump to a page"
          commands={[
            { id: '1', group: 'Go to', label: 'Dashboard', run: close },
            { id: '2', group: 'Go to', label: 'Deposits', hint: '12 pending', run: close },
            { id: '3', group: 'Actions', label: 'Logout', run: close },
          ]}
        />
      )}
    </Card>
  );
}
