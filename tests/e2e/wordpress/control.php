<?php
// Runs a command of the tests inside WordPress. The command and the result are JSON.
// phpcs:disable

// The names must not collide with WordPress globals such as $action.
[ , $check_root, $check_action ] = $argv;
$check_given = json_decode( stream_get_contents( STDIN ), true );

/** Prevents WordPress from sending a mail to the new administrator. */
function wp_new_blog_notification() {}

if ( 'install' === $check_action ) {
	define( 'WP_INSTALLING', true );
}
require "$check_root/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/plugin.php';

function install( array $given ): array {
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_install( 'A blog', 'admin', 'admin@blog.test', false, '', $given['password'] );
	wp_insert_user(
		array(
			'user_login' => 'author',
			'user_pass'  => $given['password'],
			'user_email' => 'author@blog.test',
			'role'       => 'author',
		)
	);
	return array();
}

/** Switches the plugin and the loader on every page on or off, and sets the theme. */
function set_up( array $given ): array {
	if ( $given['plugin'] ) {
		activate_plugin( 'earshot/earshot.php' );
	} else {
		deactivate_plugins( 'earshot/earshot.php' );
	}
	update_option( 'earshot_url', $given['plugin'] ? $given['url'] : '' );
	update_option( 'check_foot_script', $given['footScript'] ? "{$given['url']}/widgets.js" : '' );
	update_option( 'check_classic_editor', $given['classicEditor'] ? 'yes' : '' );
	update_option( 'check_locale', $given['locale'] );
	switch_theme( $given['theme'] );
	return array();
}

/** Saves posts as their authors, who may or may not have the right to unfiltered HTML. */
function publish( array $given ): array {
	return array_map( 'publish_one', $given );
}

function publish_one( array $given ): array {
	wp_set_current_user( get_user_by( 'login', $given['author'] )->ID );
	$post = wp_insert_post(
		wp_slash(
			array(
				'post_title'   => 'A post',
				'post_content' => $given['content'],
				'post_status'  => 'publish',
			)
		)
	);
	return array(
		'url'   => get_permalink( $post ),
		'saved' => get_post( $post )->post_content,
	);
}

/** The contents of posts, as the database has them. */
function read( array $given ): array {
	return array_map(
		function ( $url ) {
			return get_post( url_to_postid( $url ) )->post_content;
		},
		$given['urls']
	);
}

/** Uninstalls the plugin as the list of plugins does, but keeps its files. */
function uninstall(): array {
	deactivate_plugins( 'earshot/earshot.php' );
	uninstall_plugin( 'earshot/earshot.php' );
	return array( 'left' => get_option( 'earshot_url', null ) );
}

$check_actions = array( 'install' => 'install', 'set-up' => 'set_up', 'publish' => 'publish', 'read' => 'read', 'uninstall' => 'uninstall' );
echo wp_json_encode( $check_actions[ $check_action ]( $check_given ) );
