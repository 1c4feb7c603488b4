<?php
/**
 * Takes along what the plugin stored.
 *
 * @package Earshot
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'earshot_url' );
