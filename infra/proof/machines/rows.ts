/** A machine of somebody who begins: its Node and npm, the folder of the clone, and what the terminal has set. */
export type Machine = {
  readonly node: string;
  readonly npm: string;
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** As a user without rights, where root runs this. */
  readonly isUnprivileged?: boolean;
  /** Without the run bits, as from a zip. */
  readonly isUnpacked?: boolean;
};

const NODE_20 = { node: '20.20.2', npm: '10.8.2' };
const NODE_22 = { node: '22.23.3', npm: '10.9.4' };
const BASH = { npm_config_script_shell: '/bin/bash' };
const PROXY = 'http://127.0.0.1:9';

export const MACHINES: Readonly<Record<string, Machine>> = {
  node20: NODE_20,
  node22: NODE_22,
  node24: { node: '24.21.0', npm: '11.19.0' },
  node26: { node: '26.12.1', npm: '11.19.0' },
  bash: { node: '22.23.3', npm: '11.19.0', env: BASH },
  space: { ...NODE_20, folder: 'My Projects/gift shop', env: BASH },
  signs: { ...NODE_22, folder: "Müller & Söhne's shop (100%)" },
  production: { node: '20.20.2', npm: '11.19.0', env: { NODE_ENV: 'production', npm_config_omit: 'dev' } },
  conda: { ...NODE_20, env: { HOST: 'x86_64-conda-linux-gnu', PGHOST: 'db.example', PGSSLMODE: 'require' } },
  proxy: { ...NODE_22, env: { grpc_proxy: PROXY } },
  private: { ...NODE_20, env: { npm_config_umask: '077', LANG: 'C', TZ: 'Asia/Kolkata' } },
  tmpdir: { ...NODE_22, env: { GIFTLEDGER_TMPDIR_IS_GONE: '1', CDPATH: '.:/tmp', NODE_OPTIONS: '--no-deprecation' } },
  user: { ...NODE_20, isUnprivileged: true },
  zip: { ...NODE_22, isUnpacked: true },
};
