<?php
/**
 * Removes the stored settings of the plugin.
 *
 * @package Earshot
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $earshot_site ) {
		delete_blog_option( $earshot_site, 'earshot_url' );
	}
} else {
	delete_option( 'earshot_url' );
}
