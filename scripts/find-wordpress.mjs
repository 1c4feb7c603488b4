// The Debian packages that the WordPress tests need, each with one of its files.
import { existsSync } from 'node:fs';

const PACKAGES = {
  wordpress: '/usr/share/wordpress/wp-load.php',
  'wordpress-theme-twentytwentyone':
    '/usr/share/wordpress/wp-content/themes/twentytwentyone/style.css',
  'wordpress-theme-twentytwentythree':
    '/usr/share/wordpress/wp-content/themes/twentytwentythree/style.css',
  'php-cli': '/usr/bin/php',
  'mariadb-server-core': '/usr/sbin/mariadbd',
  'mariadb-client-core': '/usr/bin/mariadb',
};

/** Names of the packages that are not installed. */
export const missingForWordpress = () =>
  Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
