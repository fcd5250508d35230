import { Download, Percent, Upload } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { saveFile } from '#web/lib/api/download.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog');
const PricesDialog = lazily(() => import('./prices-dialog.tsx'), 'PricesDialog');

/** Files of products or brands, out and in, and a change of many prices. */
export function BulkButtons({ of }: { of: 'products' | 'brands' }) {
  const [open, setOpen] = useState<'import' | 'prices' | null>(null);
  const mayWrite = useMay('catalogue:write');
  const close = () => setOpen(null);
  return (
    <>
      <TextLink href="/admin/catalogue-changes" className="mr-1">
        Bulk changes
      </TextLink>
      <Button
        icon={<Download aria-hidden />}
        onClick={() =>
          saveFile('GET /admin/catalogue/export', { query: { of } }, `${of}.csv`, 'The file could not be written.')
        }
      >
        Export CSV
      </Button>
      {mayWrite && (
        <>
          <Button icon={<Upload aria-hidden />} onClick={() => setOpen('import')}>
            Import CSV
          </Button>
          {of === 'products' && (
            <Button icon={<Percent aria-hidden />} onClick={() => setOpen('prices')}>
              Change prices
            </Button>
          )}
          {open === 'import' && <ImportDialog of={of} onClose={close} />}
          {open === 'prices' && <PricesDialog onClose={close} />}
        </>
      )}
    </>
  );
}
