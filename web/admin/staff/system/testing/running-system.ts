import type { SystemState } from '#bff/contract/office/admin-system.ts';

/** A store in which all is well. */
export const running: SystemState['data'] = {
  unanswered: null,
  event_store: {
    is_connected: true,
    server: 'EventStoreDB 24.6.0',
    address: 'esdb://events:2113',
    head_position: '10',
  },
  postgres: { is_connected: true, size_bytes: '1', standby: null },
  read_models: [{ name: 'all', status: 'running', position: '10', lag_events: 0, updated_at: null, error: null }],
  followers: [{ name: 'processes', position: '10', saved_at: '2026-11-22T10:00:00.000Z', problem: null }],
  files: { place: 's3://vault/shop', problem: null, free_bytes: null },
  upload_scanner: { is_connected: null, quarantined: 0 },
  notary: {
    head: { size: '25018', signed_at: '2026-11-22T10:00:00.000Z', cosigned_by: ['witness.example/w1'] },
    refusal: null,
    witnesses: [],
  },
  backups: [
    {
      place: '/backup',
      ended_at: '2026-11-22T10:00:09.000Z',
      problem: null,
      set: { made_at: '2026-11-22T10:00:00.000Z', events: '25018', bytes: '4096', seconds: 8.4 },
    },
  ],
  jobs: [{ name: 'mail', waiting: 0, active: 0, delayed: 0, failed: 0, completed: 3 }],
  jobs_problem: null,
  process: { started_at: '2025-01-01T00:00:00Z', uptime_s: 1, version: '0.1.0', node_version: 'v24', memory_bytes: 1 },
};
