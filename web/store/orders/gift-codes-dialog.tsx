import { useQuery } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import type { GiftCodeGroup, Order } from '#bff/contract/shop/order.ts';
import { saveText } from '#web/lib/api/download.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { orderQuery, useRevealCodes } from './orders-api.ts';

/** A line of an order may have thousands of codes. This many of each are drawn; copying and saving use all. */
const MAX_DRAWN_CODES = 100;

type GiftCodesDialogProps = { order: Pick<Order, 'id' | 'order_number'> | null; onClose: () => void };

/** The gift codes of an order, hidden except for their last four characters until they are revealed. */
export function GiftCodesDialog({ order, onClose }: GiftCodesDialogProps) {
  // The content exists only while the dialog is open, and the codes with it.
  return order && <OpenGiftCodes key={order.id} order={order} onClose={onClose} />;
}

function OpenGiftCodes({ order, onClose }: { order: Pick<Order, 'id' | 'order_number'>; onClose: () => void }) {
  const reveal = useRevealCodes(order.id);
  const groups = reveal.data?.data.data;
  const codes = groups?.flatMap((group) => group.codes) ?? [];
  return (
    <Dialog
      onClose={onClose}
      title="Gift Codes"
      description={
        groups
          ? `Order ${order.order_number}. Keep them safe: anybody who has a code can use it.`
          : `Order ${order.order_number}. Revealing the codes is recorded in the order’s history, so that you can see who looked at them.`
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {groups && codes.length > 1 && (
            <Button icon={<Download aria-hidden />} onClick={() => saveCodes(order.order_number, groups)}>
              Save as text
            </Button>
          )}
          {groups && codes.length > 0 && (
            <CopyButton
              size="md"
              variant="primary"
              value={() => (groups.length === 1 ? codes.join('\n') : namedCodes(groups))}
            >
              {codes.length === 1 ? 'Copy Code' : 'Copy All Codes'}
            </CopyButton>
          )}
          {!groups && (
            <Button
              variant="primary"
              icon={<Eye aria-hidden />}
              busy={reveal.isPending}
              busyText="Revealing..."
              onClick={() => reveal.mutate()}
            >
              Reveal codes
            </Button>
          )}
        </>
      }
    >
      {groups ? <Revealed groups={groups} /> : <Hidden orderId={order.id} />}
    </Dialog>
  );
}

function Revealed({ groups }: { groups: readonly GiftCodeGroup[] }) {
  if (groups.every((group) => group.codes.length === 0))
    return <p className="py-4 text-sm text-muted">No codes found.</p>;
  return (
    <div className="space-y-5 pb-1">
      {groups.map((group) => (
        <section key={`${group.product_id}-${group.title}`}>
          <h3 className="mb-2 text-sm font-semibold">{group.title}</h3>
          {group.codes.length === 0 ? (
            <p className="text-sm text-muted">No codes found.</p>
          ) : (
            <ul className="divide-y rounded-lg border" aria-label={`Codes of ${group.title}`}>
              {group.codes.slice(0, MAX_DRAWN_CODES).map((code) => (
                <li key={code} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
                  <code className="min-w-0 grow font-mono text-sm wrap-anywhere select-all">{code}</code>
                  <CopyButton value={code} label={`Copy code ${code}`} />
                </li>
              ))}
            </ul>
          )}
          {group.codes.length > MAX_DRAWN_CODES && (
            <p className="mt-2 text-xs text-muted">
              {(group.codes.length - MAX_DRAWN_CODES).toLocaleString('en-US')} more are not drawn here; copying and
              saving take all of them.
            </p>
          )}
        </section>
      ))}
    </div>
  );
}

/** The known facts before a reveal: the products, the numbers of codes, and their last characters. */
function Hidden({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderQuery(orderId));
  const order = data?.data;
  if (!order) {
    return <Loading className="space-y-2" shapes={['h-5 w-48', 'h-10 w-full rounded-lg']} />;
  }
  return (
    <div className="space-y-5 pb-1">
      {order.items
        .filter(({ delivered_quantity }) => delivered_quantity > 0)
        .map((item) => (
          <section key={item.id}>
            <h3 className="mb-2 text-sm font-semibold">{item.product_name}</h3>
            <ul className="divide-y rounded-lg border" aria-label={`Hidden codes of ${item.product_name}`}>
              {item.codes_last_four.map((lastFour, index) => (
                <li key={`${String(index)}-${lastFour}`} className="px-4 py-2.5 font-mono text-sm text-muted">
                  •••• •••• {lastFour}
                </li>
              ))}
            </ul>
            {item.delivered_quantity > item.codes_last_four.length && (
              <p className="mt-2 text-xs text-muted">
                and {(item.delivered_quantity - item.codes_last_four.length).toLocaleString('en-US')} more
              </p>
            )}
          </section>
        ))}
    </div>
  );
}

/** Each product above its codes: away from this page, nobody knows which code is of which. */
const namedCodes = (groups: readonly GiftCodeGroup[]): string =>
  groups
    .filter(({ codes }) => codes.length > 0)
    .map(({ title, codes }) => [title, ...codes].join('\n'))
    .join('\n\n');

function saveCodes(orderNumber: string, groups: readonly GiftCodeGroup[]): void {
  void saveText(`${namedCodes(groups)}\n`, `codes-${orderNumber}.txt`, 'The codes could not be saved.');
}
