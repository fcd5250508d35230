import { Eye, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { OrderDetail } from '#bff/contract/shop/order.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { hasCodes } from './order-state.ts';
import { REVEALED_BY } from './orders-api.ts';

const SHOWN_AT_FIRST = 5;

/** Who revealed the codes, and when, so that a customer notices a reveal by somebody else. */
export function CodeReveals({ order }: { order: OrderDetail }) {
  const [all, setAll] = useState(false);
  const reveals = order.code_reveals;
  if (!hasCodes(order)) return null;
  return (
    <Card
      title="Who saw the codes"
      actions={
        reveals.length > 0 && (
          <LinkButton variant="link" href={`/code-reveals?order=${order.order_number}`}>
            See all
          </LinkButton>
        )
      }
    >
      {reveals.length === 0 ? (
        <p className="text-sm text-muted">Nobody has revealed them yet.</p>
      ) : (
        <ol className="space-y-3">
          {reveals.slice(0, all ? reveals.length : SHOWN_AT_FIRST).map((reveal) => (
            <li key={reveal.id} className="flex items-start gap-3">
              <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-none-soft text-muted [&_svg]:size-3.5">
                {reveal.by === 'customer' ? <Eye aria-hidden /> : <KeyRound aria-hidden />}
              </span>
              <div className="min-w-0">
                <DottedLine className="text-sm">
                  {REVEALED_BY[reveal.by]}
                  {`${reveal.codes_count.toLocaleString('en-US')} ${reveal.codes_count === 1 ? 'code' : 'codes'}`}
                </DottedLine>
                <p className="text-xs text-muted">
                  <DateText value={reveal.revealed_at} format="datetime" />
                  {reveal.device && (
                    <span className="block wrap-anywhere">{`${reveal.device}, ${reveal.address ?? ''}`}</span>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {reveals.length > SHOWN_AT_FIRST && (
        <Button variant="link" className="mt-3" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show fewer' : `Show all ${reveals.length}`}
        </Button>
      )}
    </Card>
  );
}
