import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';

const counted = { version: 0, waiting: null };

/** The sections that say something from the beginning. */
export const RULE_SETTINGS: Pick<AdminSettings, 'recalls' | 'money' | 'approvals' | 'waits' | 'orders' | 'retention'> =
  {
    recalls: { value: { recalled: [] }, said: [], ...counted },
    money: {
      value: {
        currencies: ['USD', 'EUR'],
        conversion_fee_percent: '2',
        deposit_fee_percent: '0',
        voucher_vat: 'multi-purpose',
        vat_percent: '21',
        rounding: 'half-even',
        payout_accounts: [],
      },
      said: [{ field: 'Conversion fee', text: '2 %' }],
      ...counted,
    },
    approvals: {
      value: {
        deposit_alone: { USD: '10000', EUR: '9000' },
        payout_alone: { USD: '5000', EUR: '4500' },
        credit_alone: { USD: '10000', EUR: '9000' },
        discount_alone_percent: '20',
        approval_limit_per_day: '100000',
        alone_window_days: 7,
        alone_window_percent: 100,
        discounts_alone: 20,
        inviter_days: 30,
        company_editor_days: 30,
        price_fall_percent: 30,
        price_rise_percent: 100,
        price_window_days: 7,
      },
      said: [{ field: 'Deposit', text: '$10,000.00, €9,000.00' }],
      ...counted,
    },
    waits: {
      value: {
        settings_change_hours: 24,
        administrator_change_hours: 24,
        new_payee_hours: 24,
        withdrawal_stop_days: 30,
        young_factor_days: 7,
        second_factor_reset_hours: 24,
        refresh_token_days: 30,
        admin_session_hours: 24,
      },
      said: [{ field: 'Withdrawal to a new account', text: '24 hours' }],
      ...counted,
    },
    orders: {
      value: {
        order_term_hours: 48,
        order_warning_hours: 12,
        partial_delivery: false,
        credit_reminder_days: [30, 60, 90],
        credit_reminder_percents: [80, 100],
      },
      said: [{ field: 'Time to pay', text: '48 hours' }],
      ...counted,
    },
    retention: {
      value: { invoice_retention_years: 7, security_event_days: 90, superseded_file_days: 365 },
      said: [{ field: 'Security log', text: '90 days' }],
      ...counted,
    },
  };
