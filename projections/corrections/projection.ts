import { objectIdOf, type Projection } from '../kernel/projection.ts';
import { rowOf } from '../kernel/table.ts';
import { corrections } from './table.ts';

export const correctionsProjection: Projection = {
  name: 'corrections',
  tables: [corrections],
  reads: (event) => (event.streamId.startsWith('correction-') ? [rowOf(corrections, objectIdOf(event))] : []),
  apply(event, rows) {
    if (!event.streamId.startsWith('correction-')) return;
    const { time } = event.metadata;
    const before = rows.get(corrections, objectIdOf(event));
    switch (event.type) {
      case 'CorrectionProposed': {
        const { correctionId, number, kind, amount, reason, corrects, walletId, bankLineId, paper, valueDate, by } =
          event.data;
        // One that was rejected may be proposed again.
        rows.put(corrections, {
          ...{ correction_id: correctionId, number, kind, status: 'proposed' as const, reason, value_date: valueDate },
          ...{ amount: amount.amount, currency: amount.currency, paper: paper ?? null },
          ...{ bank_line_id: bankLineId ?? null, wallet_id: walletId ?? null },
          document_kind: corrects && corrects.kind !== 'order' ? corrects.kind : null,
          ...{ document_id: corrects?.id ?? null, document_number: corrects?.number ?? null },
          ...{ proposed_at: time, proposed_by: by, decided_at: null, decided_by: null, position: event.position },
        });
        return;
      }
      case 'CorrectionBooked':
      case 'CorrectionRejected': {
        const status = event.type === 'CorrectionBooked' ? 'booked' : 'rejected';
        const decided_by = event.type === 'CorrectionRejected' ? event.data.by : event.metadata.actor.id;
        if (before) rows.put(corrections, { ...before, status, decided_at: time, decided_by });
      }
    }
  },
};
